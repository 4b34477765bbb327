import EngineRig
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import Testing

struct InputTests {
  private static let through = "instr 1\naleft, aright ins\nouts aleft, aright\nendin"

  /// What comes out of a file that passes on its input, the numbers of the frames; its first control block
  /// is performed before anybody listens.
  private func output(blockFrames: Int, sizes: [Int], isAligned: Bool) throws -> [SIMD2<Float>] {
    let document = try Player.document(Self.through, score: "i 1 0 100", blockFrames: blockFrames)
    let ends = ControlEnds()
    var plan = Performance.Plan()
    plan.isAligned = isAligned
    var prepared = PreparedPerformance()
    try prepared.prepare { () throws(SpinetError) in
      let performance = try Performance(document, plan, widgets: [], link: ends.link, tell: { _ in })
      performance.warmUp()
      return performance
    }
    let (source, heard) = (SampleBuffer(capacity: 4096), SampleBuffer(capacity: 4096))
    let timeline = Timeline(framesPerSecond: 44_100)
    var frame = 0
    var output: [SIMD2<Float>] = []
    for turn in 0..<40 {
      let count = sizes[turn % sizes.count]
      let input = source.block(frameCount: count, firstFrame: Int64(frame), timeline: timeline)
      for index in 0..<count {
        input.left[index] = Float(frame + index + 1) / 200_000
        input.right[index] = -input.left[index]
      }
      var block = heard.block(frameCount: count, firstFrame: Int64(frame), timeline: timeline)
      block.input = AudioInput(source.channels.slice(from: 0, count: count))
      prepared.render(block)
      for index in 0..<count { output.append(SIMD2(block.left[index], block.right[index])) }
      frame += count
    }
    return output
  }

  @Test(arguments: [(64, [64]), (64, [100]), (100, [7, 333]), (512, [64]), (10, [4096])])
  func `Released, input comes out one control block later, whatever the period`(
    blockFrames: Int, sizes: [Int]
  ) throws {
    let output = try output(blockFrames: blockFrames, sizes: sizes, isAligned: false)
    for (index, heard) in output.enumerated() {
      let expected = index < blockFrames ? 0 : Float(index - blockFrames + 1) / 200_000
      #expect(heard == SIMD2(expected, -expected))
    }
  }

  @Test(arguments: [(64, [64]), (32, [128]), (10, [4090]), (100, [100, 300, 200])])
  func `Static, input comes out in its own period`(blockFrames: Int, sizes: [Int]) throws {
    let output = try output(blockFrames: blockFrames, sizes: sizes, isAligned: true)
    for (index, heard) in output.enumerated() {
      let expected = index < blockFrames ? 0 : Float(index + 1) / 200_000
      #expect(heard == SIMD2(expected, -expected))
    }
  }

  @Test func `A period of another length than was said costs a control block of delay, and no more`() throws {
    let output = try output(blockFrames: 64, sizes: [128, 128, 100], isAligned: true)
    func frame(_ number: Int) -> SIMD2<Float> { SIMD2(Float(number), -Float(number)) / 200_000 }
    #expect(output[319] == frame(320))
    #expect(output[356 + 64] == frame(357))
    #expect(output.last == frame(output.count - 64))
  }
}

struct ControlBlocksTests {
  @Test(
    arguments: [
      (nil, 64, false, 128, 64, true), (nil, 64, false, 100, 64, false), (nil, 100, false, 64, 100, false),
      (nil, 10, true, 256, 256, true), (.static, 64, false, 192, 64, true),
      (.static, 64, true, 128, 64, true),
      (.static, 64, false, 100, 64, false), (.dynamic, 64, false, 100, 100, true),
      (.released, 64, false, 128, 64, false), (.released, 64, true, 128, 64, false),
    ] as [(ControlBlocks?, Int, Bool, Int, Int, Bool)])
  func `A strategy, a file and a period make control blocks`(
    wanted: ControlBlocks?, written: Int, isOpen: Bool, period: Int, blockFrames: Int, isAligned: Bool
  ) {
    let plan = BlockAlignment(wanted, written: written, isOpen: isOpen, period: period)
    #expect(plan.blockFrames == blockFrames)
    #expect(plan.isAligned == isAligned)
  }

  private static let voice = "instr voice\nouts a(0.5), a(0.5)\nendin"

  /// Frames from a note to its sound, at each frame of three periods.
  private func delays(_ blocks: ControlBlocks, blockFrames: Int, period: Int) throws -> [Int] {
    try stride(from: 3 * period, to: 6 * period, by: 7).map { frame in
      let document = try Player.document(Self.voice, blockFrames: blockFrames)
      let player = try Player(CsdEngine(document, controlBlocks: blocks), largestBlock: period)
      player.start(0, at: Int64(frame))
      let first = player.render(12 * period, sizes: [period]).left.firstIndex { $0 != 0 }
      return try #require(first) - frame
    }
  }

  @Test(arguments: [
    (ControlBlocks.static, 32, 128, 32), (.static, 128, 128, 128), (.dynamic, 32, 128, 128),
    (.released, 32, 100, 32), (.released, 100, 64, 100),
  ])
  func `A note sounds within a control block of its time`(
    blocks: ControlBlocks, blockFrames: Int, period: Int, longest: Int
  ) throws {
    let delays = try delays(blocks, blockFrames: blockFrames, period: period)
    #expect(delays.allSatisfy { $0 >= 0 && $0 < longest })
    #expect((delays.max() ?? 0) > longest / 2)
  }

  @Test(
    arguments: [
      ("a1 inch 1", nil, 64), ("a1 poscil 1, 440", nil, 1), ("a1 inch 1", .released, 1),
      ("a1 poscil 1, 440", .static, 64), ("a1 inch 1", .dynamic, 1), ("a1 inch 1\n;;;;KSMPS;;;;", nil, 1),
    ] as [(String, ControlBlocks?, Int)])
  func `The period is asked to suit what listens, and who says so`(
    line: String, blocks: ControlBlocks?, unit: Int
  ) throws {
    let engine = try CsdEngine(Player.document("instr 1\n\(line)\nendin"), controlBlocks: blocks)
    #expect(engine.periodUnit == unit)
  }
}
