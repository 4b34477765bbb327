import SpinetLibrary
import SpinetWidgets
import Testing

struct WidgetMeaningTests {
  @Test(arguments: ["default", "evening"])
  func `Every widget that Spinet brings says what it does, in a short sentence`(name: String) throws {
    let instrument = try InstrumentLoader(library: Catalog(environment: [:])).load(name)
    for widget in instrument.widgets.all {
      #expect(widget.about.hasSuffix(".") && widget.about.count <= 90, "\(widget.name)")
    }
    #expect(instrument.widgets["filter.cutoff"]?.about != instrument.widgets["filter.resonance"]?.about)
  }
}
