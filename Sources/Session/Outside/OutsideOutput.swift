import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Sends instruments outside what is not played on keys: their programs, the values of their controls, and the
/// messages of the first scene. [control-thread]
final class OutsideOutput {
  /// A widget of a part, and the control that it moves.
  private struct Value {
    /// The number of the part.
    let part: UInt32
    let widget: Widget
    let control: Control.Kind
    let instrument: OutsideInstrument
    /// The widget's stamp when it was sent.
    var stamp: UInt64

    /// What tells the control from others of its instrument.
    var name: String { "\(instrument.ownChannel.number) \(control)" }

    var messages: [MIDIMessage] {
      let first = control == .program ? 1 : 0
      return control.messages(Int(widget.value) - first, on: instrument.ownChannel)
    }
  }

  private let performer: Performer
  private let instruments: OutsideInstruments
  private var values: [Value] = []
  private var news = WidgetNews()
  /// The revision of the performer that was seen last.
  private var seen = -1

  init(of performer: Performer, to instruments: OutsideInstruments) {
    (self.performer, self.instruments) = (performer, instruments)
  }

  /// Chooses the programs of instruments that are new, and looks at their controls from now on.
  private func followParts() {
    let parts = performer.instrument.parts
    let numbers = Set(parts.map(\.number))
    values.removeAll { !numbers.contains($0.part) }
    for part in parts where !known.contains(part.number) { introduce(part) }
    known = numbers
  }

  private var known: Set<UInt32> = []

  private func introduce(_ part: LoadedPart) {
    guard let instrument = part.part.outside, let engine = part.engine as? OutsideEngine else { return }
    instruments.choose(instrument.choice, on: instrument.port)
    values += engine.controls.map { control in
      Value(
        part: part.number, widget: control.widget, control: control.control, instrument: instrument, stamp: 0)
    }
  }

  private func sendValues() {
    for index in values.indices where values[index].widget.stamp != values[index].stamp {
      values[index].stamp = values[index].widget.stamp
      instruments.set(values[index].name, to: values[index].messages, on: values[index].instrument.port)
    }
  }
}

extension OutsideOutput: Service {
  func nextMoment(after now: HostTime) -> HostTime? { instruments.nextMoment }

  func turn(at now: HostTime, isReady: Bool) {
    if seen != performer.revision {
      seen = performer.revision
      followParts()
      _ = news.popChange()
      sendValues()
    } else if news.popChange() {
      sendValues()
    }
    performer.sendFirstScene(at: now)
    instruments.send(at: now)
  }
}
