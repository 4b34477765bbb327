import CCsound
import SpinetCsound
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// A binding between a widget and a channel. A label shows the channel, a widget of the kind `.text` shows the text in
/// it, a momentary button makes it 1 for one control block per press, and every other widget is written into it before
/// each block.
public final class WidgetBinding: ConnectedBinding, @unchecked Sendable {
  // Sendable because the connection is set before the audio thread sees it and removed after.
  /// What is bound.
  public let widget: Widget
  /// The name of the channel.
  public let channelName: String
  private var connection: ChannelConnection?

  /// - Parameter channelName: nil for the widget's name.
  public init(_ widget: Widget, channelName: String? = nil) {
    self.widget = widget
    self.channelName = channelName ?? widget.name
  }

  private var isLabel: Bool {
    if case .label = widget.kind { true } else { false }
  }

  public func setup(_ csound: CsoundObj) {
    widget.cell.dropPresses()
    connection = connection(to: csound)
  }

  /// Each performance gets its own channel, even if several play at the same time.
  func connection(to csound: CsoundObj) -> ChannelConnection? {
    if let label = widget.label { return textConnection(to: csound, label) }
    let channel = isLabel ? csound.outputChannel(channelName) : csound.inputChannel(channelName)
    let cell = widget.cell
    let endpoint: ChannelConnection.Endpoint =
      isLabel ? .label(cell) : widget.kind == .momentary ? .press(cell) : .value(cell)
    return channel.map { ChannelConnection(channel: $0, endpoint: endpoint) }
  }

  private func textConnection(to csound: CsoundObj, _ label: TextCell) -> ChannelConnection? {
    guard let channel = csound.textChannel(channelName) else {
      if csound.ksmps != nil {
        let why = "carries numbers; bind a label to it, or write text into it"
        csound.tell(
          CsoundMessage("the channel '\(channelName)' of the text '\(widget.name)' \(why)", .warning))
      }
      return nil
    }
    return ChannelConnection(channel: channel, endpoint: .text(label))
  }

  public func cleanup() { connection = nil }
  func disconnect(from csound: CsoundObj) { cleanup() }
  public func updateValuesToCsound() { connection?.putIntoChannel() }
  public func updateValuesFromCsound() { connection?.readChannel() }
}

/// Collects the samples of an audio channel that Csound writes, to draw or measure them.
///
/// It takes part in one performance at a time. Another performance that begins meanwhile gives a warning and does not
/// use it.
public final class AudioChannelBinding: ConnectedBinding, @unchecked Sendable {
  // Sendable because the connection is set before the audio thread sees it and removed after, and the rest is
  // constant or behind a lock.
  /// The name of the channel.
  public let channelName: String
  private var connection: ChannelConnection?
  private let producer: FixedValue<RingProducer<Float>>
  private let consumer: Mutex<RingConsumer<Float>>
  /// The `CsoundObj` whose performance fills the ring. A ring has one producer.
  private let source = Mutex<ObjectIdentifier?>(nil)

  /// - Parameter capacity: the number of samples that are kept for `popSamples`. Further ones are dropped.
  public init(channelName: String, capacity: Int = 65_536) {
    self.channelName = channelName
    let ring = SPSCRing<Float>(capacity: capacity)
    producer = FixedValue(ring.producer)
    consumer = Mutex(ring.consumer)
  }

  public func setup(_ csound: CsoundObj) {
    guard let channel = csound.outputChannel(channelName, .audio) else { return disconnect(from: csound) }
    guard claim(for: csound) else {
      let why = "is in another performance already; give this one a binding of its own"
      return csound.tell(CsoundMessage("AudioChannelBinding '\(channelName)' \(why)", .warning))
    }
    let samples = ChannelConnection.Endpoint.samples(producer.address, frames: csound.ksmps ?? 0)
    connection = ChannelConnection(channel: channel, endpoint: samples)
  }

  /// Reserves the ring for a performance. Returns false if another one uses it.
  private func claim(for csound: CsoundObj) -> Bool {
    source.withLock { source in
      guard source == nil || source == ObjectIdentifier(csound) else { return false }
      source = ObjectIdentifier(csound)
      return true
    }
  }

  private func isClaimed(for csound: CsoundObj) -> Bool {
    source.withLock { $0 == ObjectIdentifier(csound) }
  }

  public func cleanup() {
    connection = nil
    source.withLock { $0 = nil }
  }

  public func updateValuesFromCsound() { connection?.readChannel() }

  func connection(to csound: CsoundObj) -> ChannelConnection? { isClaimed(for: csound) ? connection : nil }

  func disconnect(from csound: CsoundObj) { if isClaimed(for: csound) { cleanup() } }

  /// The samples since the last call, in order. [any-thread]
  public func popSamples() -> [Float] {
    consumer.withLock { consumer in
      var samples: [Float] = []
      samples.reserveCapacity(consumer.count)
      while let sample = consumer.pop() { samples.append(sample) }
      return samples
    }
  }
}

/// A binding that is only a connection. The audio thread uses the connection without touching the object.
protocol ConnectedBinding: CsoundBinding {
  /// The connection to a performance; nil if nothing plays, or if the binding does not take part.
  func connection(to csound: CsoundObj) -> ChannelConnection?
  /// Called after the last control block of this performance, or when the binding is removed.
  func disconnect(from csound: CsoundObj)
}

/// A channel and what it is connected to, without reference counting. It keeps nothing alive.
struct ChannelConnection: BitwiseCopyable {
  enum Endpoint: BitwiseCopyable {
    case value(WidgetCell)
    /// 1 for one control block per press.
    case press(WidgetCell)
    case label(WidgetCell)
    /// The channel carries a text.
    case text(TextCell)
    case samples(UnsafeMutablePointer<RingProducer<Float>>, frames: Int)
  }

  let channel: UnsafeMutablePointer<Double>
  let endpoint: Endpoint

  /// Called before a control block. [audio-thread]
  @_noLocks func putIntoChannel() {
    switch endpoint {
    case .value(let cell): channel.pointee = cell.value
    case .press(let cell): channel.pointee = cell.popPress() ? 1 : 0
    case .label, .text, .samples: break
    }
  }

  /// Called after a control block. NaN and infinity do not change a label; among samples they become silence.
  /// [audio-thread]
  @_noLocks func readChannel() {
    switch endpoint {
    case .value, .press: break
    case .label(let cell): if channel.pointee.isFinite { cell.store(channel.pointee) }
    case .text(let cell): if let text = cs_text(channel) { cell.store(text) }
    case .samples(let ring, let frames):
      for frame in 0..<frames {
        let sample = Float(channel[frame])
        if !ring.pointee.push(sample.isFinite ? sample : 0) { return }
      }
    }
  }
}
