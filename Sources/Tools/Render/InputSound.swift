import SpinetDevices
import SpinetEngine
import SpinetRealtime

/// A sound file as the audio input of a render; silent after its end.
final class InputSound {
  let path: String
  let framesPerSecond: Double
  let frameCount: Int
  private let sound: SampleBuffer
  private let block: SampleBuffer

  /// - Parameter largestBlock: the most frames that `input` is asked for.
  init(path: String, largestBlock: Int) throws(SpinetError) {
    self.path = path
    let file = try SoundFileReader(path: path)
    framesPerSecond = file.framesPerSecond
    frameCount = file.frameCount
    sound = SampleBuffer(capacity: file.frameCount)
    block = SampleBuffer(capacity: largestBlock)
    try file.read(left: sound.left, right: sound.right)
  }

  var seconds: Double { Double(frameCount) / framesPerSecond }

  /// How it sounds at another rate, which is how Csound plays it.
  func speed(at rate: Double) -> String {
    let times = (rate / framesPerSecond * 1000).rounded() / 1000
    return "its rate is \(Int(framesPerSecond)) Hz; at \(Int(rate)) Hz it plays \(times) times as fast"
  }

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
