import Foundation
import Scratch
import SpinetDevices
import SpinetRealtime
import SpinetSession
import SystemPackage

// What the musician records.
extension Musician {
  func record(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    switch action {
    case .startRecording: startRecording(&luck)
    case .stopRecording: stopRecording()
    default: false
    }
  }

  private func startRecording(_ luck: inout SeededBytes) -> Bool {
    guard let run, run.isEngineOn, !takes.isRecording, cards.current?.state != .stopped else { return false }
    // The files of both would be new at the end of this one.
    guard !takes.isCompleting else { return false }
    takes.begin(run.disk)
    takeCount += 1
    if luck.chance(0.3) { return startByHand(run) }
    let name = luck.chance(0.5) ? FilePath(home.music.path).appending("take-\(takeCount).wav") : nil
    return ask(.record(.start(name, replace: false)), mayFail: true) { [self] response in
      switch response {
      case .recording: takes.started()
      case .refused(let error):
        let isWell = run.disk.wellSeconds > 1 && self.run != nil && error.code != .engineStopped
        if isWell { world.fail("record start: \(error)") }
        takes.withdraw()
      // Its end was asked for while the disk did not answer yet.
      case .unopenedRecording where takes.current?.endedAt != nil: takes.withdraw()
      default: world.fail("record start: \(response)")
      }
    }
  }

  /// Somebody presses the button on a page.
  private func startByHand(_ run: Run) -> Bool {
    guard run.client.move("recording", to: 1, at: world.now) else { return false }
    world.after(1) { [self] in if takes.isRecording { takes.started() } }
    return true
  }

  private func stopRecording() -> Bool {
    guard let run, takes.isRecording, run.disk.answersAt <= world.now else { return false }
    takes.ending()
    return ask(.record(.stop), mayFail: true) { [self] response in
      switch response {
      case .recorded, .refused: if self.run != nil { takes.ended() }
      default: world.fail("record stop: \(response)")
      }
    }
  }
}
