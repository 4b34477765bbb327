import CMallocProbe
import EngineRig
import Foundation
import Scratch
import SpinetCsound
import SpinetEngine
import SpinetRealtime
import Synchronization
import Testing

/// What is sent to a program while it plays.
struct LiveCommandTests {
  private static let orchestra = """
    gitable ftgen 7, 0, 8, -2, 1, 2, 3
    instr 1
    outs oscili(p4, 441), oscili(p4, 441)
    endin
    """

  private let player: Player

  init() throws { player = try Player(Self.orchestra) }

  /// The answer to a command, or the refusal. Blocks are rendered until it comes.
  private func answer(_ command: ProgramCommand) throws -> String {
    let work = try player.engine.work(for: command)
    let box = Answer()
    Thread.detachNewThread {
      do throws(SpinetError) { box.set(Self.words(of: try work())) } catch { box.set("\(error)") }
    }
    var answer: String?
    _ = eventually {
      answer = box.take()
      if answer == nil { player.render(64) }
      return answer != nil
    }
    return answer ?? "no answer"
  }

  private static func words(of answer: ProgramAnswer) -> String {
    switch answer {
    case .sent: "sent"
    case .compiled(let name): "compiled \(name)"
    case .values(let values): values.map { "\($0)" }.joined(separator: " ")
    case .written(let table, let count, let length): "table \(table): \(count) of \(length) values written"
    }
  }

  private final class Answer: Sendable {
    private let text = Mutex<String?>(nil)
    func set(_ new: String) { text.withLock { $0 = new } }
    func take() -> String? { text.withLock { $0 } }
  }

  private func peak(_ frames: Int = 4410) -> Float { player.render(frames).left.map(abs).max() ?? 0 }

  @Test func `Score lines play at once, also several`() throws {
    #expect(peak() == 0)
    #expect(try answer(.score("i1 0 1000 0.2\ni1 0 1000 0.3")) == "sent")
    #expect(abs(peak() - 0.5) < 0.01)
  }

  @Test(
    arguments: [
      ("i99 0 1", "invalid instrument number or name 99"), ("i1 x 1", "illegal RT scoreline: i1 x 1"),
      ("hello", "unknown opcode h illegal RT scoreline: hello"), ("i1 0 1 [", "illegal RT scoreline"),
    ]) func `Csound's own message tells why it refuses a score`(line: String, message: String) throws
  {
    let answer = try answer(.score(line))
    #expect(answer.hasPrefix("score: ") && answer.contains(message) && !answer.contains("\n"), "\(answer)")
    #expect(try self.answer(.score("i1 0 1000 0.25")) == "sent")
    #expect(abs(peak() - 0.25) < 0.01)
  }

  @Test func `A score that Csound's buffer does not hold is refused whole`() throws {
    #expect(try answer(.score(String(repeating: "i1 0 1 0.1\n", count: 2_000))).contains("16 kB"))
    #expect(peak() == 0)
  }

  @Test func `Instruments are added and replaced, and one that plays goes on`() throws {
    let added = "instr 5\nouts a(0.75), a(0)\nendin\n"
    #expect(try answer(.orchestra(added, name: "more.orc")) == "compiled more.orc")
    #expect(try answer(.score("i5 0 1000")) == "sent")
    #expect(abs(peak() - 0.75) < 0.01)
    let replaced = added.replacing("0.75", with: "0.125")
    #expect(try answer(.orchestra(replaced, name: "more.orc")) == "compiled more.orc")
    #expect(abs(peak() - 0.75) < 0.01)
    #expect(try answer(.score("i5.1 0 1000")) == "sent")
    #expect(abs(peak() - 0.875) < 0.01)
  }

  @Test func `What was added can be used by what follows`() throws {
    let opcode = "opcode Level, a, i\nilevel xin\nxout a(ilevel)\nendop\n"
    #expect(try answer(.orchestra(opcode, name: "a")) == "compiled a")
    #expect(try answer(.orchestra("instr 6\nouts Level(0.5), a(0)\nendin\n", name: "b")) == "compiled b")
    #expect(try answer(.score("i6 0 1000")) == "sent")
    #expect(abs(peak() - 0.5) < 0.01)
  }

  @Test(
    arguments: [
      ("garbage here", "bad.orc:1: syntax error"),
      ("instr 8\nouts a9, a9\nendin", "bad.orc:2: Variable 'a9'"),
      ("instr 6\nkx = foo(1)\nendin", "bad.orc:2: syntax error"),
      ("instr 9\n#include \"nowhere.inc\"\nendin", "bad.orc:2: Cannot open #include'd file nowhere.inc"),
      ("</CsInstruments>", "bad.orc"),
    ]) func `Csound's own message and line tell why it refuses an orchestra, and the sound goes on`(
      text: String, message: String
    ) throws
  {
    #expect(try answer(.score("i1 0 1000 0.25")) == "sent")
    let answer = try answer(.orchestra(text, name: "bad.orc"))
    #expect(answer.hasPrefix(message) && !answer.contains("\n"), "\(answer)")
    #expect(abs(peak() - 0.25) < 0.01)
  }

  @Test func `Values of a table are shown and written between two control blocks`() throws {
    #expect(try answer(.showTable(7, from: nil)) == "1.0 2.0 3.0 0.0 0.0 0.0 0.0 0.0")
    #expect(try answer(.setTable(7, from: 6, values: [-4, 0.5])) == "table 7: 2 of 8 values written")
    #expect(try answer(.showTable(7, from: 5)) == "0.0 -4.0 0.5")
    let refused = "table 7: it has 8 values, from 0 to 7; give an index within it"
    #expect(try answer(.setTable(7, from: 7, values: [1, 2])) == refused)
    #expect(try answer(.showTable(7, from: 8)) == refused)
    #expect(try answer(.showTable(7, from: 7)) == "0.5")
    #expect(try answer(.setTable(99, from: 0, values: [1])).contains("there is no such table"))
    #expect(try answer(.showTable(-3, from: nil)).contains("there is no such table"))
  }

  @Test(.timeLimit(.minutes(1))) func `A program that is not performed refuses after a while`() throws {
    let work = try player.engine.work(for: .score("i1 0 1 0.5"))
    let error = #expect(throws: SpinetError.self) { _ = try work() }
    #expect(error?.why == "it is not playing")
    // The line that was given up is not played later.
    #expect(peak() == 0)
  }

  @Test func `A request that waits costs the audio thread no memory`() throws {
    _ = try answer(.setTable(7, from: 0, values: [1]))
    let work = try player.engine.work(for: .setTable(7, from: 0, values: [5]))
    let box = Answer()
    Thread.detachNewThread { box.set((try? work()).map(Self.words) ?? "refused") }
    usleep(50_000)
    var count: UInt = 0
    for _ in 0..<200 {
      let before = malloc_probe_count()
      player.renderBlock()
      count += malloc_probe_count() - before
    }
    #expect(count == 0)
    #expect(eventually { box.take() != nil })
    #expect(box.take() == "table 7: 1 of 8 values written")
  }
}
