import NIOCore
import SpinetOSC
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// All that send.
///
/// A machine holds only its own notes, whichever of its programs has sent them. They end when none of these has said
/// anything for a minute. What a program wanted to hear ends then for itself, or when it gives way to others. A
/// connection has its own notes, and stays as long as it is open. [bridge-thread]
final class OSCSenders {
  typealias Send = ([UInt8], SocketAddress) -> Void

  private let handle: SessionHandle
  private let counts: OSCCounts
  private let requests = OSCRequests()
  private let waiting: WaitingMessages
  private let loop: any EventLoop
  private let send: Send
  private var senders: [OSCPeer: OSCSender] = [:]
  /// The programs that others of their machine have named as listeners. They may never say anything themselves.
  private var listeners: Set<OSCPeer> = []
  private var known: OSCAddresses
  private var watch: RepeatedTask?
  private var news: RepeatedTask?
  private var connections = 0
  /// The widgets of which connections know.
  private var shown: WidgetSet

  /// Of datagrams. The server limits connections.
  private static let mostSenders = 64
  /// Of one packet. To look for what a pattern means takes longer than for an address, and a packet has room for thousands.
  private static let mostPatterns = 64
  private static let watchInterval = TimeAmount.seconds(1)
  /// Values go out at most sixty times a second.
  private static let newsInterval = TimeAmount.nanoseconds(16_666_667)

  /// - Parameter send: sends a datagram.
  init(_ handle: SessionHandle, _ counts: OSCCounts, on loop: any EventLoop, _ send: @escaping Send) {
    (self.handle, self.counts, self.loop, self.send) = (handle, counts, loop, send)
    waiting = WaitingMessages(counts, on: loop)
    known = OSCAddresses(handle)
    shown = handle.widgets
    let own = NIOLoopBound(self, eventLoop: loop)
    watch = loop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) { _ in
      own.value.dropSilent(at: .now)
      own.value.tellChangedPaths()
    }
  }

  func end() {
    watch?.cancel()
    news?.cancel()
    for peer in Array(senders.keys) { drop(peer) }
    requests.end()
  }

  /// The addresses of the widgets that play now.
  var addresses: OSCAddresses {
    if known.set !== handle.widgets { known = OSCAddresses(handle) }
    return known
  }

  // MARK: Who sends

  func drop(_ peer: OSCPeer) {
    listeners.remove(peer)
    guard let left = senders.removeValue(forKey: peer), input(ofMachineOf: peer) == nil else { return }
    left.input.leave()
  }

  private func input(ofMachineOf peer: OSCPeer) -> InputClient? {
    senders.first { $0.key.sharesMachine(with: peer) }?.value.input
  }

  func dropSilent(at now: HostTime) {
    for (peer, sender) in senders where sender.isSilent(at: now) {
      if peer.line == nil {
        drop(peer)
      } else {
        sender.input.leave()
        senders[peer]?.lastHeard = now
      }
    }
  }

  /// A connection, until it is dropped.
  func join(_ line: SocketLine) -> OSCPeer {
    connections += 1
    let peer = OSCPeer(connection: connections, line)
    hear(peer, at: .now)
    return peer
  }

  func hear(_ peer: OSCPeer, at now: HostTime) {
    senders[peer]?.lastHeard = now
    for listener in listeners where listener.sharesMachine(with: peer) { senders[listener]?.lastHeard = now }
    guard senders[peer] == nil else { return }
    if peer.line == nil { makeRoom() }
    senders[peer] = OSCSender(input: input(ofMachineOf: peer) ?? handle.newClient(), lastHeard: now)
  }

  /// The first to go is who wants to hear nothing, and has said nothing for the longest time.
  private func makeRoom() {
    let others = senders.filter { $0.key.line == nil }
    guard others.count >= Self.mostSenders else { return }
    let silent = others.filter { !$0.value.hasNews }
    let oldest = (silent.isEmpty ? others : silent).min { $0.value.lastHeard < $1.value.lastHeard }
    if let oldest { drop(oldest.key) }
  }

  // MARK: What they send

  func take(_ packet: OSCPacket, from peer: OSCPeer) {
    let (now, wall) = (HostTime.now, HostClock().wall)
    hear(peer, at: now)
    var patterns = 0
    for timed in packet.messages {
      guard let command = OSCCommand(timed.message) else {
        counts.add(.unusable, timed.message.address.shortened)
        continue
      }
      patterns += command.isForMany ? 1 : 0
      guard patterns <= Self.mostPatterns || !command.isForMany else {
        counts.add(.unheard, "more than \(Self.mostPatterns) patterns in a packet")
        continue
      }
      let moment = OSCMoment(timed.time, wall: wall, now: now)
      waiting.add(command, of: peer, at: moment) { [weak self] isDue in
        // A connection that was closed meanwhile is not there any more.
        if !isDue, peer.line == nil { self?.hear(peer, at: .now) }
        self?.carryOut(command, peer, at: moment.time)
      }
    }
  }

  private func carryOut(_ command: OSCCommand, _ peer: OSCPeer, at time: HostTime) {
    guard let input = senders[peer]?.input else { return }
    switch command {
    case .widget(let address, nil): answer(peer, addresses.meant(by: address).map(\.message))
    case .widget(let address, let value?): move(peer, address, to: value, at: time)
    case .play(let message): if !input.play(message, at: time) { counts.add(.unheard) }
    case .run(let isOn):
      move(peer, OSCAddresses.whole("clock.running"), to: .number(isOn ? 1 : 0), at: time)
    case .ask(let request): ask(request, input, peer)
    case .subscribe(let text, let port): subscribe(peer, text, port)
    case .unsubscribe(let text, let port): unsubscribe(peer, text, port)
    case .ping: answer(peer, [OSCMessage("/pong")])
    }
  }

  private func move(_ peer: OSCPeer, _ address: String, to value: OSCCommand.Value, at time: HostTime) {
    let meant = addresses.meant(by: address)
    if senders[peer]?.move(meant, to: value, at: time) != true {
      counts.add(.unusable, address.shortened)
    }
    senders[listener(of: peer)]?.knows(meant, value)
    if senders[peer]?.late.isEmpty == false { keepNews() }
  }

  /// Asks the instrument what a page may ask. A refusal is told to the sender.
  private func ask(_ request: Request, _ input: InputClient, _ peer: OSCPeer) {
    requests.ask(request, input, on: loop) { [weak self] refusal in
      self?.answer(peer, [OSCMessage("/error", [.text(refusal)])])
    }
  }

  // MARK: What they hear

  private func answer(_ peer: OSCPeer, _ messages: [OSCMessage]) {
    guard !messages.isEmpty, senders[peer] != nil else { return }
    if let line = peer.line { return line.send(messages) }
    guard let receiver = listener(of: peer).address else { return }
    for packet in OSCPacket.packets(messages) { send(packet, receiver) }
  }

  private func listener(of peer: OSCPeer) -> OSCPeer { senders[peer]?.listener ?? peer }

  /// - Parameter port: that of the program that listens, which hears all other answers too; nil for the one that asks.
  func subscribe(_ peer: OSCPeer, _ text: String, _ port: Int? = nil) {
    let listener = port.map(peer.at) ?? peer
    senders[peer]?.listener = listener == peer ? nil : listener
    if listener != peer {
      hear(listener, at: .now)
      listeners.insert(listener)
    }
    let isTaken = senders[listener]?.feed.want(text) ?? false
    if !isTaken { counts.add(.unusable, "too many subscriptions") }
    keepNews()
  }

  func unsubscribe(_ peer: OSCPeer, _ text: String, _ port: Int? = nil) {
    let listener = port.map(peer.at) ?? listener(of: peer)
    senders[listener]?.feed.forget(text)
    if senders[listener]?.feed.isEmpty ?? true { listeners.remove(listener) }
  }

  /// Tells news from now on, as long as somebody wants them or something is late.
  private func keepNews() {
    guard news == nil else { return }
    let own = NIOLoopBound(self, eventLoop: loop)
    news = loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.newsInterval) { _ in
      own.value.tellNews()
    }
  }

  private func tellNews() {
    let peers = senders.filter { $0.value.hasNews }.keys
    for peer in peers {
      senders[peer]?.moveLate(in: handle.widgets)
      // Who does not read hears the last values when it does.
      guard peer.line?.isWritable ?? true else { continue }
      answer(peer, senders[peer]?.feed.news(of: addresses) ?? [])
    }
    guard peers.isEmpty else { return }
    news?.cancel()
    news = nil
  }

  /// Tells connections that other widgets are there.
  private func tellChangedPaths() {
    guard shown !== handle.widgets else { return }
    shown = handle.widgets
    for peer in senders.keys { peer.line?.send(#"{"COMMAND":"PATH_CHANGED","DATA":"/"}"#) }
  }
}

extension SocketLine {
  /// Each as a message of its own, as listeners by WebSocket expect them.
  fileprivate func send(_ messages: [OSCMessage]) {
    for message in messages { send(ByteBuffer(bytes: message.bytes)) }
  }
}
