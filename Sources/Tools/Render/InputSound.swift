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
  private let buffer: SampleBuffer

  /// - Parameter largestBlock: the largest number of frames that `input` is called for.
  init(path: FilePath, largestBlock: Int) throws(SpinetError) {
    self.path = path
    sound = try SoundFileChannels(path: path)
    framesPerSecond = Double(sound.framesPerSecond)
    frameCount = sound.samples[0].count
    buffer = SampleBuffer(capacity: largestBlock, channels: sound.samples.count)
  }

  var seconds: Double { Double(frameCount) / framesPerSecond }

  /// A remark about its speed at another rate. Csound plays it at that speed.
  func speed(at rate: Double) -> String {
    let times = (rate / framesPerSecond * 1000).rounded() / 1000
    return "its rate is \(Int(framesPerSecond)) Hz; at \(Int(rate)) Hz it plays \(times) times as fast"
  }

  /// The input for a block; valid until the next call.
  func input(from first: Int64, count: Int) -> AudioInput {
    let block = buffer.channels.slice(from: 0, count: count)
    for (channel, samples) in sound.samples.enumerated() {
      for index in 0..<count {
        let frame = Int(first) + index
        block[channel][index] = frame < frameCount ? samples[frame] : 0
      }
    }
    return AudioInput(block)
  }
}
