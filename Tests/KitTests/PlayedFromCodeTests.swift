import Foundation
import Glibc
import Scratch
import SpinetEngine
import SpinetKit
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

/// A program plays a running instrument from another thread.
@Suite struct PlayedFromCodeTests {
  /// Counts the notes that it is told to begin and to end.
  private final class CountingEngine: SoundEngine {
    let name = "Counting"
    let widgets = [Widget("level")]
    let voiceCapacity = 8
    let begun = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
    private let end = Mutex<AudioEnd?>(nil)

    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
      end.withLock { $0 = link.claimAudioEnd() }
    }

    func render(_ block: AudioBlock) {
      end.withLock { end in
        while let command = end?.popCommand() {
          if case .voice(.start) = command.action { begun.wrappingAdd(1, ordering: .relaxed) }
          if case .voice(.release) = command.action { ended.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
  }

  @Test func `Notes, fingers and widgets reach a session, and leaving ends them`() throws {
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "from code \(getpid())"
    options.durationSeconds = 60
    let engine = CountingEngine()
    let session = try LiveSession(engine: engine, options: options)
    let handle = session.handle
    let one = Channel(status: 0)
    let (own, other) = (handle.newClient(), handle.newClient())
    _ = try session.run { _ in
      // A thread of its own: tasks wait while other tests keep their threads busy.
      Thread.detachNewThread {
        own.play(.noteOn(one, key: 60, velocity: 100))
        own.touch(FingerInput(1, .down, x: 0.5, y: 0.5))
        other.play(.noteOn(one, key: 72, velocity: 100))
        #expect(own.move("level", to: 0.25) && !own.move("no such widget", to: 1))
        #expect(eventually { engine.begun.load(ordering: .relaxed) == 3 })
        own.leave()
        #expect(eventually { engine.ended.load(ordering: .relaxed) == 2 })
        usleep(20_000)
        #expect(engine.ended.load(ordering: .relaxed) == 2)
        other.play(.noteOff(one, key: 72, velocity: 0))
        #expect(eventually { engine.ended.load(ordering: .relaxed) == 3 })
        handle.stop()
      }
    }
    #expect(engine.begun.load(ordering: .relaxed) == 3)
    #expect(engine.ended.load(ordering: .relaxed) == 3 && handle.widgets["level"]?.value == 0.25)
  }
}
