import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

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
