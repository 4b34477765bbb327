import Foundation

/// Plays Spinet on a real kernel with other people's programs, and measures what comes out.
///
///     hardware SPINET HOTPLUG [PART]
///
/// SPINET is the binary, HOTPLUG the script beside this folder, PART a piece of the names of the scenarios to run.
/// For root, on a machine with a sequencer, snd-aloop, snd-dummy and USB gadgets: see Tests/Hardware/vm.
@main struct Hardware {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      say("usage: hardware SPINET HOTPLUG [PART]")
      exit(64)
    }
    let stage = Stage(spinet: arguments[1], hotplug: arguments[2], part: arguments.dropFirst(3).first ?? "")
    stage.report.scenario("The machine has a sequencer, a loopback card and a controller", isNeeded: true) {
      try stage.setUp()
    }
    if Stage.hasMIDI2 { stage.fineMIDI() } else { play(stage) }
    stage.tearDown()
    say(stage.report.summary)
    exit(stage.report.failed == 0 ? 0 : 1)
  }

  /// Everything that needs no other kernel than Debian's.
  private static func play(_ stage: Stage) {
    stage.playing()
    stage.connections()
    stage.engineComingAndGoing()
    stage.timing()
    stage.mapping()
    stage.panel()
    stage.parts()
    stage.bursts()
    stage.leavingAndComingBack()
    stage.enduring()
    stage.inAProgram()
    stage.expression()
    stage.sampling()
    stage.programs()
    stage.sensors()
    stage.touches()
    stage.pluggedSensors()
    stage.interruptedScore()
    stage.listening()
    stage.listeningToFour()
    stage.failing()
    stage.starting()
    stage.network()
    stage.sequencing()
    stage.clocks()
    stage.leading()
    stage.jack()
    stage.completing()
    stage.service()
  }
}
