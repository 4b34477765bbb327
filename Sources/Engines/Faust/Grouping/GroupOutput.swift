import SpinetDSP
import SpinetRealtime

/// What a group plays: for each channel its frames, each of a sample of every voice.
struct GroupOutput: ~Copyable {
  typealias Frame = VectorMemory.Vector

  let count: Int
  private let capacity: Int
  private let frameMemory: VectorMemory
  private let addressMemory: FixedBuffer<UnsafeMutablePointer<Float>?>
  private let start: UnsafeMutablePointer<Frame>
  /// The address of each channel.
  let addresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The same from the second frame on.
  let laterAddresses: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

  init(count: Int, capacity: Int) {
    frameMemory = VectorMemory(count: count * capacity)
    let start = frameMemory.start
    addressMemory = FixedBuffer(count: 2 * count) { index in
      let frame = index < count ? start + index * capacity : start + (index - count) * capacity + 1
      return UnsafeMutableRawPointer(frame).assumingMemoryBound(to: Float.self)
    }
    addresses = addressMemory.start
    laterAddresses = addressMemory.start + count
    self.start = start
    self.count = count
    self.capacity = capacity
  }

  @_noLocks func frames(of channel: Int) -> UnsafeMutablePointer<Frame> { start + channel * capacity }

  /// Copies what one voice plays. [audio-thread]
  @_noLocks func copy(_ voice: Int, to output: borrowing ChannelBuffers, _ count: Int) {
    for channel in 0..<self.count {
      let from = frames(of: channel)
      let into = output.channel(channel)
      for frame in 0..<count { into[frame] = from[frame][voice] }
    }
  }

  /// Writes the sum of some voices. Returns false if a sample of theirs is not finite or not within the limit.
  /// [audio-thread]
  @_noLocks func add(_ voices: SIMDMask<SIMD8<Int32>>, to output: borrowing ChannelBuffers, _ count: Int)
    -> Bool
  {
    var isRight = SIMDMask<SIMD8<Int32>>(repeating: true)
    let (low, high) = (Frame(repeating: -ChannelBuffers.limit), Frame(repeating: ChannelBuffers.limit))
    for channel in 0..<self.count {
      let from = frames(of: channel)
      let into = output.channel(channel)
      for frame in 0..<count {
        let samples = from[frame].replacing(with: 0, where: .!voices)
        isRight .&= (samples .> low) .& (samples .< high)
        into[frame] = samples.total
      }
    }
    return Swift.all(isRight)
  }
}
