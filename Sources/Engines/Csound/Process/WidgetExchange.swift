import SpinetRealtime
import SpinetWidgets
import Synchronization

/// The instrument's side of the widgets of an engine in another process. It keeps no widget alive. [audio-thread]
struct WidgetExchange: ~Copyable {
  private let links: FixedBuffer<Link>
  private let shared: UnsafeMutablePointer<SharedWidget>

  private struct Link: BitwiseCopyable {
    let cell: WidgetCell
    let isText: Bool
    /// The widget's stamp when its value was sent.
    var sent: UInt64 = .max
    var seen: UInt64 = 0
    var presses: UInt64 = 0
  }

  /// How many presses are taken at once.
  private static var mostPresses: Int { @_noLocks get { 64 } }

  init(_ widgets: [Widget], _ stream: SharedStream) {
    links = FixedBuffer(count: widgets.count) {
      Link(cell: widgets[$0].cell, isText: widgets[$0].kind == .text)
    }
    shared = stream.widgets
    for widget in widgets { widget.cell.dropPresses() }
  }

  /// Before a block: what was moved and pressed since the last one.
  @_noLocks mutating func give() {
    for index in 0..<links.count where !links[index].isText {
      let stamp = links[index].cell.stamp
      if stamp != links[index].sent { give(index, stamp) }
    }
  }

  @_noLocks private func give(_ index: Int, _ stamp: UInt64) {
    links[index].sent = stamp
    var count = 0
    while count < Self.mostPresses, links[index].cell.popPress() { count += 1 }
    links[index].presses &+= UInt64(count)
    shared[index].presses.store(links[index].presses, ordering: .relaxed)
    shared[index].valueIn.store(links[index].cell.value.bitPattern, ordering: .relaxed)
    shared[index].stampIn.wrappingAdd(1, ordering: .releasing)
  }

  /// After a block: what the engine has written. A widget that somebody has moved meanwhile stays where it is.
  @_noLocks mutating func readMoves() {
    for index in 0..<links.count where !links[index].isText {
      let stamp = shared[index].stampOut.load(ordering: .acquiring)
      guard stamp != links[index].seen else { continue }
      links[index].seen = stamp
      let value = Double(bitPattern: shared[index].valueOut.load(ordering: .relaxed))
      guard value.isFinite, links[index].cell.stamp == links[index].sent else { continue }
      // A move at this moment raises the stamp a second time, and wins.
      if !links[index].cell.store(value) { links[index].cell.recordChange() }
      links[index].sent &+= 1
    }
  }
}

/// The engine's side of its widgets. It keeps no widget alive. [audio-thread]
struct ServedWidgets: ~Copyable {
  private let links: FixedBuffer<Link>
  private let shared: UnsafeMutablePointer<SharedWidget>

  private struct Link: BitwiseCopyable {
    let cell: WidgetCell
    var seen: UInt64 = 0
    var presses: UInt64 = 0
    /// The widget's stamp when its value was told.
    var told: UInt64 = 0
  }

  init(_ widgets: [Widget], _ stream: SharedStream) {
    links = FixedBuffer(count: widgets.count) { Link(cell: widgets[$0].cell) }
    shared = stream.widgets
  }

  /// Before a block.
  @_noLocks mutating func readMoves() {
    for index in 0..<links.count {
      let stamp = shared[index].stampIn.load(ordering: .acquiring)
      guard stamp != links[index].seen else { continue }
      links[index].seen = stamp
      let presses = shared[index].presses.load(ordering: .relaxed)
      for _ in 0..<Int(presses &- links[index].presses) { links[index].cell.press() }
      links[index].presses = presses
      links[index].cell.store(Double(bitPattern: shared[index].valueIn.load(ordering: .relaxed)))
      links[index].told = links[index].cell.stamp
    }
  }

  /// After a block.
  @_noLocks mutating func tell() {
    for index in 0..<links.count {
      let stamp = links[index].cell.stamp
      guard stamp != links[index].told else { continue }
      links[index].told = stamp
      shared[index].valueOut.store(links[index].cell.value.bitPattern, ordering: .relaxed)
      shared[index].stampOut.wrappingAdd(1, ordering: .releasing)
    }
  }
}
