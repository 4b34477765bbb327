import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// Does the work when the test says so.
private final class HeldWorker: Worker, Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  private final class HeldJob: Job {
    func wait(atMost seconds: Double) -> Bool { true }
    func leave() {}
  }

  func begin(_ name: String, _ work: @escaping @Sendable () -> Void) -> any Job {
    waiting.withLock { $0.append(work) }
    return HeldJob()
  }

  func begin<Work: LastingWork & ~Copyable>(_ name: String, lasting work: consuming sending Work) -> any Job {
    HeldJob()
  }

  /// Does the oldest piece of work. Returns whether there was one.
  @discardableResult func work() -> Bool {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?()
    return next != nil
  }
}

/// Set lists that are opened and read again, in a session without an engine.
@Suite struct SetListsTests {
  private let rig: StageRig
  private let sounds: Sounds
  private let lists: SetLists
  private let worker = HeldWorker()
  private let folder = TemporaryFolder()
  private let now = HostTime(seconds: 10)

  init() throws {
    rig = try StageRig([part("a")])
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    sounds = rig.sounds(quiet)
    var options = PlayOptions()
    options.readSetList = { name throws(SpinetError) in try Self.read(FilePath(name)) }
    lists = SetLists(options, for: rig.performer, sounds, logger: quiet, on: worker, wake: {})
    rig.performer.news.add(sounds)
    rig.performer.news.add(lists)
  }

  /// A list is a file of stages, one a line; nil for other files.
  private static func read(_ file: FilePath) throws(SpinetError) -> SetListToPlay? {
    let stamp = FileStamp(of: file)
    let text = String(decoding: try InputFile.bytes(at: file, remedy: "bring it back"), as: UTF8.self)
    let stages = text.split(separator: "\n").map(String.init)
    if stages == ["no list"] { return nil }
    return try SetListToPlay(
      SetList(songs: stages.map { SetList.Song($0) }), named: file.stem ?? "", at: file, stamp,
      stages.map { _ in nil }
    ) { () throws(SpinetError) in
      guard let list = try read(file) else {
        throw SpinetError(.fileUnsuitable, what: "\(file)", why: "it is no list", remedy: "mend it")
      }
      return list
    }
  }

  private func write(_ name: String, _ stages: String...) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(stages.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private final class Answer: Sendable {
    private let response = Mutex<Response?>(nil)
    func take(_ new: Response) { response.withLock { $0 = new } }
    var text: String? {
      response.withLock { response in
        switch response {
        case .playing(let name): name
        case .refused(let error): error.why
        case nil: nil
        default: "something else"
        }
      }
    }
  }

  private func load(_ name: String) -> Answer {
    let answer = Answer()
    lists.load(name, Reply { answer.take($0) })
    return answer
  }

  private func turn() {
    lists.turn(at: now, isReady: false)
    sounds.turn(at: now, isReady: false)
  }

  private func isDone(_ condition: () -> Bool) -> Bool {
    eventually {
      turn()
      return condition()
    }
  }

  @Test func `A list that is asked for while another one is read plays, and the other is refused`() throws {
    let (one, two) = (try write("one.yaml", "warm-pad"), try write("two.yaml", "round-bass"))
    let (first, second) = (load(one), load(two))
    #expect(first.text?.contains("another sound was chosen") == true)
    worker.work()
    turn()
    worker.work()
    #expect(isDone { second.text != nil })
    #expect(second.text == "two" && lists.run?.list.name == "two")
    #expect(rig.performer.instrument.name == "round-bass")
  }

  @Test func `A sound waits for no list, and the list that was asked for before it does not come after it`()
    throws
  {
    let list = load(try write("one.yaml", "warm-pad"))
    let sound = load("round-bass")
    #expect(list.text?.contains("another sound was chosen") == true)
    #expect(isDone { sound.text != nil })
    worker.work()
    turn()
    #expect(sound.text == "round-bass" && lists.run == nil)
  }

  @Test func `A list that is saved while it is read is read once more`() throws {
    let path = try write("one.yaml", "warm-pad", "round-bass")
    let answer = load(path)
    worker.work()
    #expect(isDone { answer.text == "one" })
    _ = try write("one.yaml", "warm-pad", "round-bass", "default")
    lists.followFile()
    // It is read here, and saved again before the session has looked.
    worker.work()
    _ = try write("one.yaml", "warm-pad", "round-bass", "default", "glass-bells")
    lists.followFile()
    turn()
    #expect(lists.run?.list.songs.count == 3)
    #expect(worker.work())
    turn()
    #expect(lists.run?.list.songs.count == 4)
    #expect(!worker.work())
  }

  @Test func `A list that is asked for while one is read again plays`() throws {
    let path = try write("one.yaml", "warm-pad")
    let answer = load(path)
    worker.work()
    #expect(isDone { answer.text == "one" })
    _ = try write("one.yaml", "warm-pad", "round-bass")
    lists.followFile()
    let other = load(try write("two.yaml", "round-bass"))
    #expect(other.text == nil)
    worker.work()
    turn()
    worker.work()
    #expect(isDone { other.text != nil })
    #expect(other.text == "two" && lists.run?.list.name == "two")
  }
}

/// A sound that is prepared, and others that are asked for around it.
@Suite struct PreparedSoundTests {
  private let rig: StageRig
  private let sounds: Sounds
  private let worker = HeldWorker()
  private let now = HostTime(seconds: 10)

  init() throws {
    rig = try StageRig([part("a")])
    sounds = rig.sounds(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, on: worker)
    sounds.prepare("round-bass")
    turn()
    worker.work()
    turn()
  }

  private final class Answer: Sendable {
    private let response = Mutex<Response?>(nil)
    func take(_ new: Response) { response.withLock { $0 = new } }
    var why: String? {
      response.withLock { response in if case .refused(let error) = response { error.why } else { nil } }
    }
  }

  private func turn() { sounds.turn(at: now, isReady: false) }

  private func load(_ name: String) -> Answer {
    let answer = Answer()
    sounds.order(.load(name, WaitingReply(Reply { answer.take($0) })))
    return answer
  }

  private var plays: String { rig.performer.instrument.name }

  @Test func `What was asked for before, and is still being loaded, does not come after it`() {
    let first = load("warm-pad")
    turn()
    _ = load("round-bass")
    turn()
    #expect(plays == "round-bass")
    #expect(first.why?.contains("another sound was chosen") == true)
    while worker.work() { turn() }
    turn()
    #expect(plays == "round-bass")
  }

  @Test func `Who asks for it twice at once is told so, and it plays`() {
    let first = load("round-bass")
    _ = load("round-bass")
    #expect(first.why?.contains("another sound was chosen") == true)
    turn()
    #expect(plays == "round-bass")
  }

  @Test func `A list that begins leaves a sound alone that is asked for meanwhile`() throws {
    let stages = ["warm-pad", "default"].map { SetList.Song($0) }
    let list = try SetListToPlay(
      SetList(songs: stages), named: "friday", at: "/friday.yaml", nil, [nil, nil]
    ) { () throws(SpinetError) in
      throw SpinetError(.notFound, what: "friday", why: "it is gone", remedy: "bring it back")
    }
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let run = SetListRun(list, for: rig.performer, sounds, logger: quiet)
    rig.performer.news.add(run)
    var begun: [Bool] = []
    run.begin { result in begun.append((try? result.get()) != nil) }
    turn()
    let answer = load("glass-bells")
    for second in 11...16 {
      sounds.turn(at: HostTime(seconds: Double(second)), isReady: false)
      run.turn(at: HostTime(seconds: Double(second)), isReady: false)
      if second > 12 { while worker.work() {} }
    }
    #expect(answer.why == nil && plays == "glass-bells")
    #expect(begun == [false] && run.list.widget.text == "1 warm-pad")
  }

  @Test func `It is loaded when it was asked for and something else is prepared at that moment`() {
    let answer = load("round-bass")
    sounds.prepare("warm-pad")
    for _ in 0..<4 {
      turn()
      worker.work()
    }
    turn()
    #expect(answer.why == nil && plays == "round-bass")
  }
}
