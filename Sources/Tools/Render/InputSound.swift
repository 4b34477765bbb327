import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SystemPackage

/// A sound file as the audio input of a render; silent after its end.
final class InputSound {
  let path: FilePath
  let framesPerSecond: Double
  let frameCount: Int
  private let sound: SoundFileChannels
  private let block: FixedBuffer<Float>
  private let largestBlock: Int

  /// - Parameter largestBlock: the largest number of frames that `input` is called for.
  init(path: FilePath, largestBlock: Int) throws(SpinetError) {
    self.path = path
    self.largestBlock = largestBlock
    sound = try SoundFileChannels(path: path)
    framesPerSecond = Double(sound.framesPerSecond)
    frameCount = sound.samples[0].count
    block = FixedBuffer(repeating: 0, count: largestBlock * sound.samples.count)
  }

  var seconds: Double { Double(frameCount) / framesPerSecond }

  /// A remark about its speed at another rate. Csound plays it at that speed.
  func speed(at rate: Double) -> String {
    let times = (rate / framesPerSecond * 1000).rounded() / 1000
    return "its rate is \(Int(framesPerSecond)) Hz; at \(Int(rate)) Hz it plays \(times) times as fast"
  }

  /// The input for a block; valid until the next call.
  func input(from first: Int64, count: Int) -> AudioInput {
    for (channel, samples) in sound.samples.enumerated() {
      let target = block.start + channel * largestBlock
      for index in 0..<count {
        let frame = Int(first) + index
        target[index] = frame < frameCount ? samples[frame] : 0
      }
    }
    return AudioInput(start: block.start, stride: largestBlock, channels: sound.samples.count)
  }
}
