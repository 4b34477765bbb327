import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetTools

struct RenderPlanTests {
  @Test func `Every song has a file of its name in the folder`() throws {
    let plan = try RenderPlan(songs: ["a.mid", "songs/b.MIDI"], folder: "out")
    #expect(plan.jobs.map(\.output) == ["out/a.wav", "out/b.wav"])
  }

  @Test func `Two songs of one name are refused`() {
    #expect(throws: SpinetError.self) { try RenderPlan(songs: ["one/a.mid", "two/a.mid"], folder: "out") }
  }

  @Test func `The shares together are all songs, each once`() throws {
    let songs = (1...10).map { FilePath("\($0).mid") }
    var shared: [FilePath] = []
    for index in 1...3 {
      let shard = try #require(RenderPlan.Shard("\(index)/3"))
      shared += try RenderPlan(songs: songs, folder: "out", shard: shard).jobs.map(\.song)
    }
    #expect(shared.count == songs.count && Set(shared) == Set(songs))
    for text in ["0/3", "4/3", "3", "a/3", "1/0", "1/3/2", ""] { #expect(RenderPlan.Shard(text) == nil) }
  }

  @Test func `Songs and the instrument are told apart, in any order`() {
    let words = ["a.mid", "warm-pad", "b.mid", "+", "bass@..B3"]
    let (songs, instrument) = RenderPlan.split(words, isSong: RenderPlan.isSong)
    #expect(songs == ["a.mid", "b.mid"])
    #expect(instrument == ["warm-pad", "+", "bass@..B3"])
  }
}
