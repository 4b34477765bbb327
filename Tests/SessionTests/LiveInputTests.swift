import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

struct LiveInputTests {
  private final class InputEngine: SoundEngine {
    let name = "Input"
    let widgets: [Widget] = []
    let voiceCapacity = 0
    let inputCount: Int
    init(_ inputCount: Int) { self.inputCount = inputCount }
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  private func instrument(inputs: Int) -> LoadedInstrument {
    LoadedInstrument(name: "test", engine: InputEngine(inputs))
  }

  @Test func `It is open for engines that hear it, and too small for one that hears more`() {
    let format = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).format
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    var input = LiveInput("none", logger: logger)
    #expect(input.open(for: instrument(inputs: 0), format) == nil)
    #expect(lines.withLock { $0 } == ["input none: test has no audio input"])
    #expect(input.isTooSmall(for: instrument(inputs: 1)))
    #expect(input.open(for: instrument(inputs: 2), format) != nil)
    #expect(!input.isTooSmall(for: instrument(inputs: 2)) && input.isTooSmall(for: instrument(inputs: 3)))
    input.close()
    #expect(input.isTooSmall(for: instrument(inputs: 2)))
    var none = LiveInput(nil, logger: logger)
    #expect(
      none.open(for: instrument(inputs: 2), format) == nil && !none.isTooSmall(for: instrument(inputs: 2)))
  }
}
