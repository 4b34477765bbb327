import SpinetRealtime
import Testing

@testable import SpinetDevices

@Suite struct `The choice of a PCM` {
  private func status(_ pcm: String, _ state: OutputStatus.State = .playing) -> OutputStatus {
    var status = OutputSharedState().status(pcm: pcm)
    status.state = state
    return status
  }

  @Test(arguments: [
    ("USB", false, ["default", "none"]), ("USB", true, ["none"]), ("default", false, []), ("none", false, []),
    ("default", true, []),
  ])
  func `has others in its place, but for the default one`(wanted: String, isOnly: Bool, others: [String]) {
    #expect(OutputChoice(wanted, isOnly: isOnly).standIns == others)
  }

  @Test func `names what plays in the place of another`() {
    var choice = OutputChoice("USB")
    #expect(choice.standIn(playing: "default") == "default")
    choice.arrive(at: "hw:CARD=Audio,DEV=0")
    #expect(choice.standIn(playing: "hw:CARD=Audio,DEV=0") == nil)
    #expect(choice.standIn(playing: "none") == "none")
    #expect(OutputChoice("default").standIn(playing: "default") == nil)
  }

  @Test func `tries every second to open what is away, for as long as it is`() {
    var choice = OutputChoice("USB")
    choice.arrive(at: "hw:1")
    var tries: [Double] = []
    for step in 0..<7200 {
      let moment = HostTime(seconds: 10 + Double(step) / 2)
      let seen = step < 4 ? status("hw:1") : status("default")
      if choice.shouldTry(seen, at: moment) { tries.append(Double(step) / 2) }
    }
    #expect(tries.first == 2.5)
    #expect(tries.last ?? 0 > 3598)
    #expect(zip(tries, tries.dropFirst()).allSatisfy { $1 - $0 == 1 })
  }

  @Test func `asks for no moment while what was asked for plays or rests`() {
    var choice = OutputChoice("USB")
    choice.arrive(at: "hw:1")
    #expect(choice.nextMoment(status("hw:1")) == nil)
    #expect(choice.nextMoment(status("hw:1", .paused)) == nil)
    #expect(choice.nextMoment(status("hw:1", .lost(reason: "gone"))) != nil)
    #expect(choice.nextMoment(status("default", .paused)) != nil)
    #expect(OutputChoice("default").nextMoment(status("default", .lost(reason: "gone"))) == nil)
  }

  @Test func `tries again after each absence`() {
    var choice = OutputChoice("USB", isOnly: true)
    let start = HostTime(seconds: 10)
    let moments: [(pcm: String, after: Double)] = [("none", 0), ("hw:1", 5), ("none", 5.5), ("none", 6.1)]
    var tries: [Bool] = []
    for (pcm, seconds) in moments {
      tries.append(choice.shouldTry(status(pcm), at: start.advanced(bySeconds: seconds)))
      choice.arrive(at: "hw:1")
    }
    #expect(tries == [true, false, false, true])
  }
}
