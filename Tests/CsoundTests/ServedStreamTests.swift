import EngineRig
import SpinetEngine
import SpinetWidgets
import Testing

@testable import SpinetCsound

/// A program that is played by another thread through the memory that two processes share, compared with the same
/// program played directly.
struct ServedStreamTests {
  private static let orchestra = """
    chn_k "bright", 1
    chn_k "half", 2
    instr voice
    kbright chnget "bright"
    chnset kbright / 2, "half"
    aout poscil p5 * linsegr:k(0, 0.01, 0.3, 0.05, 0), p6 + kbright
    outs aout, 0.5 * aout
    endin
    """
  private static let framesPerBlock = 128

  /// Notes and a widget, by the block before which they happen.
  private func play(_ rig: EngineRig<some SoundEngine>, blocks: Int, afterEach: () -> Void = {}) -> [Float] {
    var sound: [Float] = []
    for block in 0..<blocks {
      switch block {
      case 5, 40: rig.start(block % 8, serial: UInt32(block), [.key: 69, .freq: 440, .gain: 0.8])
      case 20: rig.widget("bright").set(0.75)
      case 30: rig.release(5)
      default: break
      }
      let (left, right) = rig.render(Self.framesPerBlock)
      sound += left + right
      afterEach()
    }
    return sound
  }

  private func direct(blocks: Int) throws -> [Float] {
    let engine = try CsdEngine(Player.document(Self.orchestra))
    return play(try Player(engine, largestBlock: Self.framesPerBlock), blocks: blocks)
  }

  @Test func `Offline, what a process plays is the same to the last bit`() throws {
    let served = try ServedRig(Self.orchestra, isOffline: true)
    let sound = play(served, blocks: 60)
    let expected = try direct(blocks: 60)
    #expect(sound == expected && sound.contains { $0 != 0 })
  }

  @Test func `Live, what a process plays is the same a period later`() throws {
    let served = try ServedRig(Self.orchestra, isOffline: false)
    let sound = play(served, blocks: 61) { served.engine.awaitAnswer() }
    let period = 2 * Self.framesPerBlock
    #expect(sound[..<period].allSatisfy { $0 == 0 })
    let expected = try direct(blocks: 60)
    #expect(sound[period...].elementsEqual(expected))
    #expect(served.link.meters.missedBlocks == 0)
  }

  @Test func `A block that is late is counted, and the sound goes on`() throws {
    let served = try ServedRig(Self.orchestra, isOffline: false)
    served.engine.holds(true)
    let silent = served.render(4 * Self.framesPerBlock, block: Self.framesPerBlock)
    #expect(silent.left.allSatisfy { $0 == 0 })
    #expect(served.link.meters.missedBlocks == 3)
    served.engine.holds(false)
    served.engine.awaitAnswer()
    let sound = play(served, blocks: 20) { served.engine.awaitAnswer() }
    #expect(served.link.meters.missedBlocks == 3)
    #expect(sound.contains { abs($0) > 0.01 })
  }

  @Test func `What the program writes to its channels moves the instrument's widgets`() throws {
    let served = try ServedRig(Self.orchestra, isOffline: true)
    _ = play(served, blocks: 25)
    #expect(served.widget("bright").value == 0.75)
    #expect(served.widget("half").value == 0.375)
  }

  @Test func `The audio thread asks for no memory`() throws {
    let served = try ServedRig(Self.orchestra, isOffline: false)
    served.start(0, serial: 1, [.key: 69, .freq: 440, .gain: 0.8])
    #expect(served.allocations(inBlocks: 100) == 0)
  }
}
