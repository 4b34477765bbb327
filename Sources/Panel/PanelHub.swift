import FoundationEssentials
import NIOCore
import NIOWebSocket
import SpinetEngine
import SpinetRealtime
import SpinetSession
import Synchronization

/// All open pages, and the messages that they get about the instrument.
///
/// It sleeps until control reports a change, and sends to the pages at most sixty times a second.
final class PanelHub: @unchecked Sendable {
  // Sendable because everything but `hasNews`, `newLines` and `loop` is used on the panel's thread only.
  let handle: SessionHandle
  let access: PanelAccess
  let rules: PlayerRules
  let names: FolderNames
  private(set) var link: PanelLink?
  private(set) var loop: (any EventLoop)?
  private let hasNews = Atomic<Bool>(false)
  private let newLines = Mutex<[String]>([])

  private var clients: [PanelClient] = []
  var state: PanelState
  /// The last revision of the user's patches that was sent.
  private var patchRevision = 0
  /// The last lines of the log, as messages.
  private var lines: [String] = []
  private var isFlushScheduled = false
  private var isStatusScheduled = false
  private var lastFlush = NIODeadline.uptimeNanoseconds(0)
  private var watch: RepeatedTask?
  let takes: PanelTakes
  let own: OwnFiles
  let thumbnails: PanelThumbnails
  private(set) lazy var replay = TakeReplay(handle.newReplay()) { [unowned self] in tell($0) }
  private(set) lazy var hand = handle.newClient()
  var undone = PanelUndo()
  /// Whether the last step has another end than the pages know.
  var isUndoOld = false
  /// Whether a sound is being loaded by a step back.
  var isGoingBack = false
  /// Steps that wait for that.
  var waitingSteps: [Step] = []
  var original = HeldOriginal()
  private var pageRevision = 0
  let files = PanelFiles()
  let sound: SoundStream
  /// By part: its recording, and the wave that is drawn of it.
  private var recordings: [String: (recording: any SoundRecording, wave: RecordedWave)] = [:]
  /// By recording that is being read: who waits for it.
  private var waiting: [ObjectIdentifier: [(RecordedWave) -> Void]] = [:]

  static let keptLines = 200
  private static let flushInterval = TimeAmount.milliseconds(16)
  /// How often pages with fingers down are checked and get `alive`.
  private static let watchInterval = TimeAmount.milliseconds(20)
  /// How often pages get figures that change all the time.
  private static let statusInterval = TimeAmount.milliseconds(200)
  private var lastStatus = NIODeadline.uptimeNanoseconds(0)

  init(_ handle: SessionHandle, _ words: PanelWords, _ access: PanelAccess) {
    (self.handle, self.access) = (handle, access)
    (rules, names) = (PlayerRules(trust: access.trust), FolderNames(access.trust))
    takes = PanelTakes(folder: handle.journalFolder)
    sound = SoundStream(handle.tap)
    own = OwnFiles(names: names)
    thumbnails = PanelThumbnails(csoundProcess: handle.csoundProcess)
    state = PanelState(handle, words)
  }

  /// Pages are served on this loop's thread.
  func begin(on loop: any EventLoop, _ link: PanelLink) { (self.loop, self.link) = (loop, link) }

  /// Call it after a change of the instrument. [any-thread]
  private func scheduleFlush() {
    guard !hasNews.exchange(true, ordering: .acquiringAndReleasing) else { return }
    loop?.execute { self.flushSoon() }
  }

  /// [any-thread]
  func log(_ line: String, at moment: Date = .now) {
    newLines.withLock { $0.append(PanelState.log(names.leftOut(of: line), at: moment)) }
    scheduleFlush()
  }

  /// Closes every connection. [any-thread]
  func end() {
    handle.watch(nil)
    try? loop?.submit {
      self.watch?.cancel()
      for client in self.clients { client.output.close() }
      self.replay.stop()
      self.thumbnails.end()
      self.files.end()
      self.sound.end()
    }.wait()
  }

  // MARK: Clients

  func join(_ line: SocketLine) -> any SocketUser {
    if clients.isEmpty { handle.watch { self.scheduleFlush() } }
    // The other pages get all changes up to now. Then the state that this page gets is the same for all.
    flush(isStatusDue: true)
    let client = PanelClient(line, hub: self)
    clients.append(client)
    client.tellEverything(lines)
    return client
  }

  func leave(_ client: PanelClient) {
    clients.removeAll { $0 === client }
    sound.show(to: client, false)
    if clients.isEmpty {
      handle.watch(nil)
      replay.stop()
    }
    fingersChanged()
  }

  /// Watches pages while they hold keys. The watch ends by itself and not at each release, because notes come fast.
  func fingersChanged() {
    guard watch == nil, clients.contains(where: \.isHoldingKeys) else { return }
    watch = loop?.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) { _ in
      self.checkPages()
    }
  }

  private func checkPages() {
    for client in clients where client.isHoldingKeys { client.check(at: .now) }
    guard !clients.contains(where: \.isHoldingKeys) else { return }
    watch?.cancel()
    watch = nil
  }

  /// Sends something to all pages.
  func tell(_ message: String) {
    for client in clients { client.output.sendNews([message]) }
  }

  /// The patches are others.
  func tellPatches() {
    for client in clients { client.tellPatches() }
  }

  // MARK: Recordings

  /// The wave of a recording, if it has been read.
  func wave(of recording: any SoundRecording, _ part: String) -> RecordedWave? {
    guard let known = recordings[part], known.recording === recording else { return nil }
    return known.wave
  }

  /// Reads a recording, once for all pages that want it meanwhile, and passes on what is drawn of it.
  func read(_ recording: any SoundRecording, _ part: String, _ take: @escaping (RecordedWave) -> Void) {
    let id = ObjectIdentifier(recording)
    waiting[id, default: []].append(take)
    guard let loop, waiting[id]?.count == 1 else { return }
    let work = { @Sendable in
      RecordedWave(frameCount: recording.frameCount) { recording.read(from: $0, into: &$1) }
    }
    files.run(work, on: loop) { wave in
      self.keep(wave, of: recording, part)
      for take in self.waiting.removeValue(forKey: id) ?? [] { take(wave) }
    }
  }

  private func keep(_ wave: RecordedWave, of recording: any SoundRecording, _ part: String) {
    recordings = recordings.filter { handle.recording(ofPart: $0.key) === $0.value.recording }
    recordings[part] = (recording, wave)
  }

  // MARK: News

  private func flushSoon() {
    guard !isFlushScheduled, let loop else { return }
    isFlushScheduled = true
    let wait = max(.zero, lastFlush + Self.flushInterval - .now())
    loop.scheduleTask(in: wait) {
      self.isFlushScheduled = false
      self.flush(isStatusDue: .now() - self.lastStatus >= Self.statusInterval)
    }
  }

  func flush(isStatusDue: Bool) {
    hasNews.store(false, ordering: .releasing)
    lastFlush = .now()
    if isStatusDue { lastStatus = lastFlush } else { waitForStatus() }
    let heard = handle.popHeard()
    let isOther = state.isOfOther(handle)
    let left = isOther ? state.left(for: handle, original.values, moved: undone.movedSinceLoad) : nil
    let isLeft = isOther && !(state.isReloaded(handle) && left?.changed.isEmpty == true)
    let messages = state.news(of: handle, heard: heard, withStatus: isStatusDue) + freshLines()
    let hasOtherPatches = handle.patchRevision != patchRevision
    patchRevision = handle.patchRevision
    if hasOtherPatches { tellPatches() }
    if messages.contains(where: { $0.hasPrefix("{\"hello\"") }) { tellMarks() }
    for client in clients {
      client.output.sendNews(messages)
      client.learn(from: heard)
    }
    if isLeft { leave(left) } else if isStatusDue, isUndoOld { tellUndo() }
    if handle.pageRevision != pageRevision {
      pageRevision = handle.pageRevision
      ownFilesChanged()
    }
  }

  /// Also sends the last change of the figures, when nothing else comes after it.
  private func waitForStatus() {
    guard !isStatusScheduled, state.isStatusOld(handle) else { return }
    isStatusScheduled = true
    loop?.scheduleTask(in: Self.statusInterval) {
      self.isStatusScheduled = false
      self.flushSoon()
    }
  }

  private func freshLines() -> [String] {
    let fresh = newLines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    lines += fresh
    if lines.count > Self.keptLines { lines.removeFirst(lines.count - Self.keptLines) }
    return fresh
  }
}
