import Glibc
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// Moves widgets by MIDI controller numbers, with or without an engine: the MidiWidgetsManager of Csound for iOS.
///
/// ```swift
/// let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
/// let manager = MidiWidgetsManager()
/// try manager.add(cutoff, forControllerNumber: 5)
/// try manager.openMidiIn()
/// ```
/// Only control changes move widgets; several widgets may share a controller, and one widget may have
/// several. Controllers plugged in later are connected too. [any-thread]
public final class MidiWidgetsManager: Sendable {
  /// A widget and the controller that moves it.
  public struct Entry: Sendable {
    /// What the controller moves.
    public let widget: Widget
    /// 0–127.
    public let controller: Int
    /// 1–16; nil for every channel.
    public let channel: Int?
  }

  /// Separate from the manager, so that the listening thread does not keep the manager alive.
  private final class Table: Sendable {
    let entries = Mutex<[Entry]>([])

    func take(_ message: MIDIMessage) {
      guard case .controlChange(let channel, let controller, let value) = message else { return }
      for entry in entries.withLock({ $0 }) where entry.controller == Int(controller) {
        guard entry.channel == nil || entry.channel == channel.number else { continue }
        entry.widget.set(position: Double(value) / 127)
      }
    }
  }

  private let table = Table()
  private let listener = Mutex<MIDIListener?>(nil)

  /// A manager without widgets that listens to nothing yet.
  public init() {}

  deinit { closeMidiIn() }

  /// - Parameters:
  ///   - number: 0–127.
  ///   - channel: 1–16; nil for every channel.
  public func add(_ widget: Widget, forControllerNumber number: Int, channel: Int? = nil) throws(SpinetError)
  {
    guard (0...127).contains(number), channel.map({ (1...16).contains($0) }) ?? true else {
      throw SpinetError(
        .wrongValue, what: "controller \(number)\(channel.map { " channel \($0)" } ?? "")",
        why: "MIDI has no such number",
        remedy: "give a controller 0 to 127 and a channel 1 to 16")
    }
    table.entries.withLock { $0.append(Entry(widget: widget, controller: number, channel: channel)) }
  }

  /// No controller moves the widget any more.
  public func remove(_ widget: Widget) { table.entries.withLock { $0.removeAll { $0.widget === widget } } }

  /// The current widgets and their controllers.
  public var entries: [Entry] { table.entries.withLock { $0 } }

  /// Opens a client of the ALSA sequencer and listens to every hardware controller, present or plugged in
  /// later. A second call while it is open changes nothing. Throws `SpinetError` when there is no sequencer.
  public func openMidiIn(clientName: String = "Spinet Widgets") throws(SpinetError) {
    try listener.withLock { open throws(SpinetError) in
      guard open == nil else { return }
      open = try MIDIListener(
        open: { () throws(SpinetError) in try ALSASequencer(clientName: clientName) },
        take: { [table] in table.take($0) })
    }
  }

  /// Stops listening; the widgets keep their controllers and their values.
  public func closeMidiIn() {
    listener.withLock { open in
      open?.close()
      open = nil
    }
  }

  /// Whether it listens.
  public var isOpen: Bool { listener.withLock { $0 != nil } }

  /// Moves the widgets of a message, for tests and for MIDI from another source.
  public func take(_ message: MIDIMessage) { table.take(message) }
}
