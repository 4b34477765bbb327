import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

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
    options.readSetList = { name, _ throws(SpinetError) in try Self.read(FilePath(name)) }
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

extension SetListsTests {
  /// Begins a list with a song.
  private func begin(_ path: String, with song: Int) -> Answer {
    let answer = Answer()
    lists.load(path, beginningWith: song, Reply { answer.take($0) })
    _ = isDone {
      worker.work()
      return answer.text != nil
    }
    return answer
  }

  @Test func `A list begins with the song that was chosen, and says where it is`() throws {
    #expect(lists.shown == nil)
    let path = try write("one.yaml", "warm-pad", "round-bass")
    #expect(begin(path, with: 2).text == "one has 2 songs" && lists.run == nil)
    #expect(begin(path, with: 1).text == "one")
    #expect(rig.performer.instrument.name == "round-bass")
    #expect(lists.shown == .init(name: "one", isOwn: false, song: 1, stage: "round-bass", isLeft: false))
  }

  @Test func `A song that was left is played again, and one that plays is not loaded again`() throws {
    _ = begin(try write("one.yaml", "warm-pad", "round-bass"), with: 0)
    let (run, first) = (try #require(lists.run), rig.performer.instrument.widgets)
    var answers = 0
    run.play(0) { _ in answers += 1 }
    #expect(answers == 1)
    let sound = load("default")
    #expect(isDone { sound.text == "default" } && lists.shown?.isLeft == true)
    run.play(0) { _ in answers += 1 }
    #expect(isDone { answers == 2 } && rig.performer.instrument.name == "warm-pad")
    #expect(lists.shown?.isLeft == false && rig.performer.instrument.widgets !== first)
    run.play(2) { result in if case .failure = result { answers += 1 } }
    #expect(answers == 3)
  }

  @Test func `A list that cannot begin gives way to the one before`() throws {
    let one = try write("one.yaml", "warm-pad", "round-bass")
    _ = begin(one, with: 1)
    let widget = try #require(lists.run).list.widget
    let gone = try write("gone.yaml", "warm-pad", "no-such")
    #expect(begin(gone, with: 1).text?.contains("no-such") == true)
    #expect(lists.shown == .init(name: "one", isOwn: false, song: 1, stage: "round-bass", isLeft: false))
    #expect(rig.performer.instrument.widgets["setlist"] === widget && widget.text == "2 round-bass")
    // Asked for by its name, it begins with what is there.
    #expect(load(gone).text == nil)
    worker.work()
    #expect(isDone { lists.run?.list.name == "gone" && lists.run?.current == 0 })
  }

  @Test func `A list that is left leaves its sound, and takes its widget along`() throws {
    _ = begin(try write("one.yaml", "warm-pad", "round-bass"), with: 0)
    #expect(rig.performer.instrument.widgets["setlist"] != nil)
    lists.leave(at: now)
    #expect(lists.run == nil && lists.shown == nil && lists.file == nil)
    #expect(rig.performer.instrument.name == "warm-pad")
    #expect(rig.performer.instrument.widgets["setlist"] == nil)
    // A program change chooses among the sounds again.
    #expect(rig.performer.chooseSound != nil)
    rig.performer.chooseSound?(SoundRequest(parts: [0], number: ProgramNumber(bank: 0, program: 2)), now)
    lists.leave(at: now)
    turn()
  }
}
