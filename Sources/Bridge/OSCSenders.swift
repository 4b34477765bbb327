import NIOCore
import SpinetOSC
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// All that send, and the bundles that wait for their moment.
///
/// A sender holds only its own notes. They end, and what it wanted to hear with them, when it says nothing for a minute
/// or gives way to others. [bridge-thread]
final class OSCSenders {
  typealias Send = ([UInt8], SocketAddress) -> Void

  private let handle: SessionHandle
  private let counts: OSCCounts
  private let rules = PlayerRules(trust: .player)
  private let names = FolderNames(.player)
  private let files = PanelFiles()
  private var loop: (any EventLoop)?
  private var send: Send = { _, _ in }
  private var senders: [SocketAddress: OSCSender] = [:]
  private var waitingCount = 0
  private var watch: RepeatedTask?
  private var news: RepeatedTask?

  static let mostSenders = 64
  /// The messages in bundles that wait for their moment, at most. A quarter is kept for the ends of notes.
  private static let mostWaiting = 4096
  /// The furthest moment of a bundle.
  private static let furthestSeconds = 60.0
  /// How long before its moment a message is given to the instrument, which plays it at its moment.
  private static let leadSeconds = 0.01
  private static let watchInterval = TimeAmount.seconds(1)
  /// Values go out at most sixty times a second.
  private static let newsInterval = TimeAmount.nanoseconds(16_666_667)

  init(_ handle: SessionHandle, _ counts: OSCCounts) { (self.handle, self.counts) = (handle, counts) }

  func begin(on loop: any EventLoop, _ send: @escaping Send) {
    (self.loop, self.send) = (loop, send)
    let own = NIOLoopBound(self, eventLoop: loop)
    watch = loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) { _ in
      own.value.dropSilent(at: .now)
    }
  }

  func end() {
    watch?.cancel()
    news?.cancel()
    for address in Array(senders.keys) { drop(address) }
    files.endLater()
    (loop, send) = (nil, { _, _ in })
  }

  // MARK: Who sends

  private func drop(_ address: SocketAddress) { senders.removeValue(forKey: address)?.input.leave() }

  func dropSilent(at now: HostTime) {
    for (address, sender) in senders where sender.isSilent(at: now) { drop(address) }
  }

  private func hear(_ address: SocketAddress, at now: HostTime) {
    senders[address]?.lastHeard = now
    guard senders[address] == nil else { return }
    if senders.count >= Self.mostSenders,
      let oldest = senders.min(by: { $0.value.lastHeard < $1.value.lastHeard })
    {
      drop(oldest.key)
    }
    senders[address] = OSCSender(input: handle.newClient(), lastHeard: now, answers: address)
  }

  // MARK: What they send

  func take(_ packet: OSCPacket, from address: SocketAddress) {
    let (now, wall) = (HostTime.now, HostClock().wall)
    hear(address, at: now)
    for timed in packet.messages {
      guard let command = OSCCommand(timed.message) else {
        counts.add(.unusable, timed.message.address.shortened)
        continue
      }
      wait(for: OSCMoment(timed.time, wall: wall, now: now), command, address)
    }
  }

  /// Carries out what is due, and keeps what is not.
  private func wait(for moment: OSCMoment, _ command: OSCCommand, _ address: SocketAddress) {
    // What the instrument answers has no moment in it.
    let lead = if case .ask = command { 0.0 } else { Self.leadSeconds }
    guard let loop, moment.secondsAhead > lead else { return carryOut(command, address, at: moment.time) }
    guard moment.secondsAhead <= Self.furthestSeconds else { return counts.add(.far) }
    let room = command.endsNote ? Self.mostWaiting : Self.mostWaiting / 4 * 3
    guard waitingCount < room else { return counts.add(.unheard) }
    waitingCount += 1
    let delay = TimeAmount.nanoseconds(
      Int64(bounded: (moment.secondsAhead - lead) * 1e9, in: 0...60_000_000_000))
    let own = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: delay) {
      own.value.waitingCount -= 1
      own.value.hear(address, at: .now)
      own.value.carryOut(command, address, at: moment.time)
    }
  }

  private func carryOut(_ command: OSCCommand, _ address: SocketAddress, at time: HostTime) {
    guard let input = senders[address]?.input else { return }
    switch command {
    case .widget(let name, nil): answer(address, OSCNames.widgets(name, in: handle.widgets).map(\.oscMessage))
    case .widget(let name, let value?):
      move(address, name, to: value, at: time)
    case .play(let message): if !input.play(message, at: time) { counts.add(.unheard) }
    case .run(let isOn): move(address, "clock.running", to: .number(isOn ? 1 : 0), at: time)
    case .ask(let request): ask(request, input, address)
    case .subscribe(let pattern, let port): subscribe(address, pattern, port)
    case .unsubscribe(let pattern): senders[address]?.feed.forget(pattern)
    case .ping: answer(address, [OSCMessage("/pong")])
    }
  }

  private func move(
    _ address: SocketAddress, _ name: String, to value: OSCCommand.Value, at time: HostTime
  ) {
    if senders[address]?.move(name, to: value, at: time, in: handle.widgets) != true {
      counts.add(.unusable, "\(OSCNames.container)\(name)".shortened)
    }
    guard senders[address]?.late.isEmpty == false else { return }
    counts.add(.late)
    keepNews()
  }

  // MARK: Requests

  /// Asks the instrument what a page may ask. A refusal is told to the sender.
  private func ask(_ request: Request, _ input: InputClient, _ address: SocketAddress) {
    guard let loop else { return }
    let rules = rules
    let judge = { @Sendable in Result { () throws(SpinetError) in try rules.allowed(request) } }
    files.run(judge, on: loop) { judged in
      switch judged {
      case .failure(let error): self.refuse(error, address)
      case .success(let request):
        let own = NIOLoopBound(self, eventLoop: loop)
        input.ask(request) { response in
          guard case .refused(let error) = response else { return }
          loop.execute { own.value.refuse(error, address) }
        }
      }
    }
  }

  private func refuse(_ error: SpinetError, _ address: SocketAddress) {
    answer(address, [OSCMessage("/error", [.text(names.leftOut(of: "\(error)"))])])
  }

  // MARK: Answers

  private func answer(_ address: SocketAddress, _ messages: [OSCMessage]) {
    guard !messages.isEmpty, let receiver = senders[address]?.answers else { return }
    for packet in OSCPacket.packets(messages) { send(packet, receiver) }
  }

  private func subscribe(_ address: SocketAddress, _ pattern: String, _ port: Int?) {
    if let port { senders[address]?.answers.port = port }
    let isTaken = senders[address]?.feed.want(pattern) ?? false
    if !isTaken { counts.add(.unusable, "too many subscriptions") }
    keepNews()
  }

  /// Tells news from now on, as long as somebody wants them or something is late.
  private func keepNews() {
    guard news == nil, let loop else { return }
    let own = NIOLoopBound(self, eventLoop: loop)
    news = loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.newsInterval) { _ in
      own.value.tellNews()
    }
  }

  private func tellNews() {
    var isWanted = false
    for (address, sender) in senders where !sender.feed.isEmpty || !sender.late.isEmpty {
      isWanted = true
      senders[address]?.moveLate(in: handle.widgets)
      let messages = senders[address]?.feed.news(of: handle.widgets) ?? []
      answer(address, messages)
    }
    guard !isWanted else { return }
    news?.cancel()
    news = nil
  }
}
