import SpinetDevices
import SpinetEngine
import SpinetRealtime

/// A sound file as the audio input of a render; silent after its end.
final class InputSound {
  let framesPerSecond: Double
  let frameCount: Int
  private let sound: SampleBuffer
  private let block: SampleBuffer

  /// - Parameter largestBlock: the most frames that `input` is asked for.
  init(path: String, largestBlock: Int) throws(SpinetError) {
    let file = try SoundFileReader(path: path)
    framesPerSecond = file.framesPerSecond
    frameCount = file.frameCount
    sound = SampleBuffer(capacity: file.frameCount)
    block = SampleBuffer(capacity: largestBlock)
    try file.read(left: sound.left, right: sound.right)
  }

  var seconds: Double { Double(frameCount) / framesPerSecond }

  /// The input for a block; valid until the next call.
  func input(from first: Int64, count: Int) -> StereoInput {
    for index in 0..<count {
      let frame = Int(first) + index
      block.left[index] = frame < frameCount ? sound.left[frame] : 0
      block.right[index] = frame < frameCount ? sound.right[frame] : 0
    }
    return StereoInput(left: block.left, right: block.right)
  }
}
