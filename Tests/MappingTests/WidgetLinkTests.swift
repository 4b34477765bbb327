import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

/// What moves each widget, as screens show it.
@Suite struct WidgetLinkTests {
  private let widgets = instrument()
  private let port = PortID(rawValue: 7)

  private func send(_ controller: UInt8, _ value: UInt8, to router: Router) {
    _ = router.route(
      .controlChange(Channel(status: 0), controller: controller, value: value), from: port, at: 0
    ) { _ in }
  }

  private func link(_ name: String, of router: Router) -> WidgetLink? {
    router.links.first { widgets.all[$0.widget].name == name }
  }

  @Test func `Without a controller nothing is linked`() throws {
    #expect(Router([try mapping("cc 21: filter.cutoff")], widgets).links.isEmpty)
  }

  @Test func `A link has its control and its last position, and says whether the widget waits`() throws {
    let router = Router(
      [
        try mapping(
          "cc 22: {widget: filter.resonance, mode: pickup}", "cc 21: {widget: osc.mix, range: [0.5, 0]}")
      ],
      widgets)
    router.portAppeared(port, names: ["Knobs"])
    #expect(link("osc.mix", of: router)?.position == nil)
    send(21, 127, to: router)
    #expect(
      link("osc.mix", of: router)?.position == 0 && link("osc.mix", of: router)?.control.spoken == "CC 21")
    send(22, 64, to: router)
    #expect(link("filter.resonance", of: router)?.isWaiting == true)
    send(22, 0, to: router)
    #expect(link("filter.resonance", of: router)?.isWaiting == false)
    widgets["filter.resonance"]?.set(0.5)
    #expect(link("filter.resonance", of: router)?.isWaiting == true)
  }

  @Test func `Links come in the order of the file, and only knobs count for the front`() throws {
    let router = Router(
      [
        try mapping(
          "cc 1: filter.cutoff", "ch 2 cc 30: osc.mix", "cc 22: reverb.mix", "bend: master.pan",
          "note C1: {widget: engine.running, mode: toggle}", "cc 64: master.volume",
          "cc 40: {widget: keyboard.octave, mode: twos-complement}")
      ], widgets)
    router.portAppeared(port, names: ["Knobs"])
    #expect(
      router.links.filter(\.isContinuous).map { widgets.all[$0.widget].name } == ["osc.mix", "reverb.mix"])
    #expect(
      router.links.map(\.control.spoken) == [
        "CC 1", "CC 30 ch 2", "CC 22", "Bend", "Note C1", "CC 64", "CC 40",
      ])
    #expect(link("keyboard.octave", of: router)?.position == nil)
  }

  @Test func `A widget that two controls move comes once`() throws {
    let router = Router([try mapping("cc 22: osc.mix", "cc 21: osc.mix")], widgets)
    router.portAppeared(port, names: ["Knobs"])
    #expect(router.links.map(\.control.spoken) == ["CC 22"])
  }
}
