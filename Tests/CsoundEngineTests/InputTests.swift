#if Csound
  import CsoundEngine
  import Engine
  import Realtime
  import Testing

  @Test(arguments: [(64, [64]), (64, [100]), (100, [7, 333]), (512, [64]), (10, [4096])])
  func `Input comes out one control block later, whatever the period`(blockFrames: Int, sizes: [Int]) throws {
    let document = try Player.document(
      "instr 1\naleft, aright ins\nouts aleft, aright\nendin", score: "i 1 0 100", blockFrames: blockFrames)
    let link = EngineLink()
    let performance = try Performance(document, Performance.Plan(), widgets: [], link: link, log: { _ in })
    performance.warmUp()
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
      block.input = StereoInput(left: input.left, right: input.right)
      performance.performer.pointee.render(block)
      for index in 0..<count { output.append(SIMD2(block.left[index], block.right[index])) }
      frame += count
    }
    for (index, heard) in output.enumerated() {
      let expected = index < blockFrames ? 0 : Float(index - blockFrames + 1) / 200_000
      #expect(heard == SIMD2(expected, -expected))
    }
  }
#endif
