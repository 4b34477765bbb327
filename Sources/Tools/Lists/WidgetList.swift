import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// `spinet widgets --instrument`: the widgets of an instrument that need not run, with the values of its patch.
package struct WidgetList {
  private let table: WidgetTable

  package init(of name: String) throws(SpinetError) {
    let instrument = try InstrumentLoader(library: .current).load(name)
    table = WidgetTable(widgets: instrument.widgets.all, loaded: instrument.loadedValues)
  }

  package func lines(_ listing: WidgetListing) throws(SpinetError) -> [String] { try table.lines(listing) }
}
