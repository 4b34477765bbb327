import SpinetSurface
import SpinetWidgets
import Testing

@Suite struct WaveformSurfaceTests {
  private var surface = WaveformSurface()
  private let loop = (start: 0.2, end: 0.8)

  private mutating func down(_ finger: Int, _ x: Double, y: Double = 0.6) -> [WaveformSurface.Action] {
    surface.fingerDown(finger, x: x, y: y, loop: loop)
  }

  @Test mutating func `A finger near an end of the loop drags that end`() {
    #expect(down(1, 0.79) == [])
    #expect(surface.fingerMoved(1, x: 0.5) == [.end(0.5)])
    #expect(surface.fingerLifted(1) == [])
    #expect(down(1, 0.21) == [])
    #expect(surface.fingerMoved(1, x: 0.9) == [.start(0.9)])
  }

  @Test mutating func `A finger elsewhere drags a new loop behind it, and a mere touch changes nothing`() {
    #expect(down(1, 0.5) == [])
    #expect(surface.fingerMoved(1, x: 0.505) == [])
    #expect(surface.fingerMoved(1, x: 0.4) == [.start(0.5), .end(0.4)])
    #expect(surface.fingerMoved(1, x: 0.6) == [.end(0.6)])
  }

  @Test mutating func `Two fingers are the ends of the loop, which may cross`() {
    _ = down(1, 0.6)
    #expect(down(2, 0.4) == [.start(0.4), .end(0.6)])
    #expect(surface.fingerMoved(1, x: 0.3) == [.end(0.3)])
    #expect(surface.fingerMoved(2, x: 0.9) == [.start(0.9)])
    _ = surface.fingerLifted(1)
    #expect(surface.fingerMoved(2, x: 0.1) == [.start(0.1)])
  }

  @Test mutating func `Where one end is held a second finger takes the other`() {
    _ = down(1, 0.8)
    #expect(down(2, 0.7) == [.start(0.7)])
  }

  @Test mutating func `A finger at the top scrubs until it is lifted, alone`() {
    #expect(down(1, 0.5, y: 0.1) == [.scrub(0.5)])
    #expect(down(2, 0.3) == [])
    #expect(surface.fingerMoved(2, x: 0.4) == [])
    #expect(surface.fingerMoved(1, x: 7) == [.scrub(1)])
    #expect(surface.fingerLifted(1) == [.scrubEnded])
    #expect(!surface.hasFingers)
  }

  @Test mutating func `The nearer one looks, the nearer an end has to be`() {
    surface.reach = 0.0001
    _ = down(1, 0.79)
    #expect(surface.fingerMoved(1, x: 0.75) == [.start(0.79), .end(0.75)])
  }

  @Test func `The widgets of a recording are one picture, in a program and in each part of a stage`() {
    let names = ["loop.start", "loop.end", "sample.scrub", "sample.cursor", "sample.position", "loop.on"]
    func widgets(_ prefix: String) -> [Widget] {
      names.map { name in
        let kind: Widget.Kind =
          name.hasSuffix("position")
          ? .label(precision: 3)
          : name.hasSuffix("scrub") ? .button : name.hasSuffix("on") ? .toggle : .slider
        return Widget(prefix + name, kind: kind)
      }
    }
    let layout = WidgetLayout(widgets("") + widgets("tape/"), parts: ["tape"])
    let first = WaveformWidgets(position: 4, start: 0, end: 1, cursor: 3, scrub: 2)
    let second = WaveformWidgets(position: 10, start: 6, end: 7, cursor: 9, scrub: 8)
    #expect(layout.groups.map(\.name) == ["sample", "loop", "sample", "loop"])
    #expect(layout.groups[0].items == [.waveform(name: "sample", first)])
    #expect(layout.groups[2].items == [.waveform(name: "tape/sample", second)])
    #expect(layout.waves == ["sample": .recording, "tape/sample": .recording])
    #expect(layout.groups.flatMap(\.items).flatMap(\.indices).sorted() == Array(0..<12))
  }

  @Test func `A position alone is no picture`() {
    let widgets = [Widget("sample.position", kind: .label(precision: 3)), Widget("loop.start")]
    #expect(WidgetLayout(widgets).groups.flatMap(\.items) == [.single(0), .single(1)])
  }
}
