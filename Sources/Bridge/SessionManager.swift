import Glibc
import SpinetLibrary
import SpinetOSC
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage

/// The instrument as a part of a session that a session manager keeps, by the NSM protocol.
///
/// It is joined before the instrument is made, because the session says what is to be loaded and under which name. From
/// then on a thread of its own saves when it is told to, and tells whether something is not saved.
public final class SessionManager: Sendable {
  private struct Course: Sendable {
    var saved: SavedSession
    var isUnsaved = false
  }

  private let socket: DatagramSocket
  private let path: String
  /// The name that the session gives to the instrument.
  public let name: String
  /// The name by which the manager calls itself.
  public let manager: String
  private let course: Mutex<Course>
  private let isOver = Atomic(false)
  private let waker: Waker
  private let thread = JoinableThread()

  /// In seconds. A manager that has answered may have much to do before it opens the session.
  private static let longestOpening = 30.0
  private static let opening = SessionManagerOrder.open(path: "", name: "")

  /// Announces the instrument, and waits until the manager opens its session.
  ///
  /// - Parameters:
  ///   - url: as `NSM_URL` has it.
  ///   - command: what the manager calls to start the instrument again.
  ///   - seconds: how long it waits.
  public static func join(
    _ url: String, command: String, within seconds: Double = 5
  ) throws(SpinetError) -> SessionManager {
    func failure(_ why: String) -> SpinetError {
      SpinetError(
        .deviceFailed, what: "session manager \(url)", why: why,
        remedy: "start the instrument from the session manager, or without NSM_URL")
    }
    guard let address = SessionManagerAddress(url) else { throw failure("this is no address") }
    guard let socket = DatagramSocket(to: address) else { throw failure("it cannot be reached") }
    socket.send(SessionManagerNews.announcement(command: command, process: getpid()).message)
    var manager: String?
    var end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end {
      guard isReadable(socket.descriptor, within: 0.1) else { continue }
      for order in socket.receive().compactMap(SessionManagerOrder.init) {
        switch order {
        case .welcome(let name):
          manager = name
          end = HostTime.now.advanced(bySeconds: longestOpening)
        case .refused(let why): throw failure(why)
        case .open(let path, let name):
          return try SessionManager(socket, path: path, name: name, manager: manager ?? "")
        case .save:
          if let answer = SessionManagerOrder.save.failed("no session is open yet") { socket.send(answer) }
        case .loaded: break
        }
      }
    }
    throw failure(manager == nil ? "it does not answer" : "it opens no session")
  }

  private init(_ socket: consuming DatagramSocket, path: String, name: String, manager: String)
    throws(SpinetError)
  {
    (self.path, self.name, self.manager) = (path, name, manager)
    waker = try Waker()
    let file = SavedSession.file(at: path)
    var saved = SavedSession()
    if file.exists {
      do throws(SpinetError) {
        saved = try Self.read(file)
      } catch {
        if let answer = Self.opening.failed("\(error)") { socket.send(answer) }
        throw error
      }
    }
    self.socket = socket
    course = Mutex(Course(saved: saved))
  }

  private static func read(_ file: FilePath) throws(SpinetError) -> SavedSession {
    func failure(_ code: SpinetError.Code, _ why: String) -> SpinetError {
      SpinetError(code, what: "\(file)", why: why, remedy: "open another session, or remove the file")
    }
    do throws(Errno) {
      let saved = SavedSession(String(decoding: try file.contents(), as: UTF8.self))
      if let saved { return saved }
    } catch {
      throw failure(.notReadable, "\(error)")
    }
    throw failure(.fileInvalid, "it is not a session of Spinet")
  }

  /// Chooses what the session has saved. What the session does not say stays as it is.
  public func apply(to options: inout PlayOptions) {
    let saved = course.withLock { $0.saved }
    options.tag = name
    // The session keeps the values, not the instrument's own file.
    options.state = .none
    options.instrument = saved.instrument ?? options.instrument
    if !saved.mappings.isEmpty { options.mappingFiles = saved.mappings.map { FilePath($0) } }
    let (instrument, mappings) = (options.instrument, options.mappingFiles.map(\.absolute.string))
    course.withLock {
      $0.saved.instrument = instrument
      $0.saved.mappings = mappings
    }
  }

  /// The instrument is there: restores its widgets, tells the manager, and begins to listen. A widget that it does not
  /// have is told of.
  public func begin(
    _ handle: SessionHandle, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    let values = course.withLock { $0.saved.values }
    // Sessions of earlier versions have it.
    for (name, value) in values where name != "scene" {
      if let widget = handle.widgets[name] {
        widget.set(value)
      } else {
        tell("session: there is no widget \(name) any more")
      }
    }
    if let answer = Self.opening.done { socket.send(answer) }
    try thread.start(name: "spinet-session") { [self] in listen(handle, tell) }
  }

  /// The instrument could not be made.
  public func fail(_ reason: String) {
    if let answer = Self.opening.failed(reason) { socket.send(answer) }
  }

  /// Ends the thread.
  public func close() {
    isOver.store(true, ordering: .releasing)
    waker.wake()
    thread.join()
  }

  // MARK: The thread

  private func listen(_ handle: SessionHandle, _ tell: (String) -> Void) {
    var poll = DescriptorPoll([waker.descriptor, socket.descriptor])
    while !isOver.load(ordering: .acquiring) {
      poll.wait(milliseconds: 1000)
      for order in socket.receive().compactMap(SessionManagerOrder.init) {
        switch order {
        case .save: save(handle, tell)
        case .open:
          let refusal = order.failed("a session is open already, and this instrument does not change it")
          if let refusal { socket.send(refusal) }
        case .welcome, .refused, .loaded: break
        }
      }
      look(handle)
    }
  }

  private func current(_ handle: SessionHandle) -> SavedSession {
    var now = course.withLock { $0.saved }
    now.instrument = handle.soundReference ?? now.instrument
    now.values = SavedSession.values(of: handle)
    return now
  }

  private func save(_ handle: SessionHandle, _ tell: (String) -> Void) {
    let now = current(handle)
    do throws(SpinetError) {
      try AtomicFile.write(now.text, to: SavedSession.file(at: path))
      course.withLock { $0.saved = now }
      if let answer = SessionManagerOrder.save.done { socket.send(answer) }
      look(handle)
    } catch {
      tell("\(error)")
      if let answer = SessionManagerOrder.save.failed("\(error)") { socket.send(answer) }
    }
  }

  /// Tells the manager when something is not saved any more, or is again.
  private func look(_ handle: SessionHandle) {
    let isUnsaved = current(handle) != course.withLock { $0.saved }
    let isNews = course.withLock { course in
      defer { course.isUnsaved = isUnsaved }
      return course.isUnsaved != isUnsaved
    }
    if isNews { socket.send(SessionManagerNews.unsaved(isUnsaved).message) }
  }
}
