import Keyboard
import MIDI

/// What a note, and what a finger's move, costs on the control thread.
struct KeyboardBenchmark {
  func rows() throws -> [Table.Row] {
    [
      Table.Row(work: "a MIDI note through the allocator", spinet: "\((noteSeconds() * 1e9).short) ns"),
      Table.Row(work: "a finger's move on the keyboard", spinet: "\((moveSeconds() * 1e9).short) ns"),
    ]
  }

  private func noteSeconds() -> Double {
    var keyboard = SmartKeyboard(configuration: .midi, voices: 64)
    var events: [VoiceEvent] = []
    events.reserveCapacity(256)
    let channel = Channel(status: 0)
    let count = 200_000
    let runs = (0..<5).map { _ in
      Stopwatch.processorSeconds {
        for note in 0..<count {
          let key = UInt8(36 + note % 48)
          keyboard.play(
            .noteOn(channel, key: key, velocity: 90), from: .file, at: Double(note), into: &events)
          keyboard.play(
            .noteOff(channel, key: key, velocity: 0), from: .file, at: Double(note), into: &events)
          events.removeAll(keepingCapacity: true)
        }
      } / Double(2 * count)
    }
    return runs.median
  }

  private func moveSeconds() -> Double {
    var keyboard = SmartKeyboard(configuration: .seed, voices: 64)
    var events: [VoiceEvent] = []
    events.reserveCapacity(256)
    for finger in 0..<10 {
      keyboard.fingerDown(finger, x: Double(finger) * 90 + 20, y: 100, at: 0, into: &events)
    }
    let count = 200_000
    let runs = (0..<5).map { _ in
      Stopwatch.processorSeconds {
        for move in 0..<count {
          let x = Double(move * 37 % 1000)
          keyboard.fingerMoved(
            move % 10, x: x, y: Double(move * 11 % 700), at: Double(move) * 0.1, into: &events)
          events.removeAll(keepingCapacity: true)
        }
      } / Double(count)
    }
    return runs.median
  }
}
