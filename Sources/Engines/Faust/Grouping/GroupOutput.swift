import SpinetDSP
import SpinetRealtime

/// The output of a group: for each channel its frames, each with one sample of every voice.
struct GroupOutput: ~Copyable {
  typealias Frame = VectorMemory.Vector

  let count: Int
  private let capacity: Int
  private let frameMemory: VectorMemory
  /// The address of each channel, and then the same from the second frame on.
  private let addressMemory: FixedBuffer<UnsafeMutablePointer<Float>?>

  init(count: Int, capacity: Int) {
    frameMemory = VectorMemory(count: count * capacity)
    let start = frameMemory.start
    addressMemory = FixedBuffer(count: 2 * count) { index in
      let frame = index < count ? start + index * capacity : start + (index - count) * capacity + 1
      return UnsafeMutableRawPointer(frame).assumingMemoryBound(to: Float.self)
    }
    self.count = count
    self.capacity = capacity
  }

  /// The address of each channel, for the program.
  var addresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?> { @_noLocks get { addressMemory.start } }

  /// The address of each channel's second frame.
  var laterAddresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?> {
    @_noLocks get { addressMemory.start + count }
  }

  /// A frame of a channel: a sample of each voice.
  @_noLocks func frame(_ frame: Int, of channel: Int) -> Frame { frameMemory[channel * capacity + frame] }

  /// Copies the output of one voice. [audio-thread]
  @_noLocks func copy(_ voice: Int, to output: borrowing ChannelBuffers, _ count: Int) {
    for channel in 0..<self.count {
      let into = output.channel(channel)
      for frame in 0..<count { into[frame] = self.frame(frame, of: channel)[voice] }
    }
  }

  /// Writes the sum of some voices. Returns false if one of their samples is not finite or beyond the limit.
  /// [audio-thread]
  @_noLocks func add(_ voices: SIMDMask<SIMD8<Int32>>, to output: borrowing ChannelBuffers, _ count: Int)
    -> Bool
  {
    var isRight = SIMDMask<SIMD8<Int32>>(repeating: true)
    let (low, high) = (Frame(repeating: -ChannelBuffers.limit), Frame(repeating: ChannelBuffers.limit))
    for channel in 0..<self.count {
      let into = output.channel(channel)
      for frame in 0..<count {
        let samples = self.frame(frame, of: channel).replacing(with: 0, where: .!voices)
        isRight .&= (samples .> low) .& (samples .< high)
        into[frame] = samples.total
      }
    }
    return Swift.all(isRight)
  }
}
