import CFaust
import SpinetRealtime

/// The lanes of the player in groups of eight, in order. The voices of a group are computed together once there are
/// enough of them; then their state is in the group. Their controls stay in the lanes. [audio-thread]
struct VoiceGroups: ~Copyable {
  /// The number of voices from which a group is computed together. It stays together until it has no voice.
  static var fewestVoices: Int { @_noLocks get { 4 } }

  /// 0 for a program whose voices are computed one by one.
  let count: Int
  let output: GroupOutput
  private let functions: FixedValue<FaustGroupFunctions>
  private let joins: FixedBuffer<Bool>
  private let voices: FixedBuffer<UnsafeMutableRawPointer?>
  private let states: DSPInstancePool.GroupStates?

  /// - Parameters:
  ///   - functions: nil for a program whose voices are computed one by one.
  ///   - states: must outlive the groups.
  init(_ functions: FaustGroupFunctions?, _ pool: DSPInstancePool, outputs: Int, largestBlock: Int) {
    states = pool.groups
    count = pool.groups?.count ?? 0
    self.functions = FixedValue(functions ?? FaustGroupFunctions())
    joins = FixedBuffer(repeating: false, count: count)
    voices = FixedBuffer(count: count * GroupSource.width) { index in
      index < pool.lanes.count ? pool.lanes[index].memory : pool.groups?.unused
    }
    output = GroupOutput(count: count > 0 ? outputs : 0, capacity: largestBlock)
  }

  @_noLocks func isJoined(_ group: Int) -> Bool { joins[group] }

  /// Whether a lane's state is in its group.
  @_noLocks func holds(_ lane: Int) -> Bool { count > 0 && joins[lane / GroupSource.width] }

  @_noLocks func join(_ group: Int) { joins[group] = true }

  @_noLocks func dissolve(_ group: Int) { joins[group] = false }

  /// Gives the group the state in a lane.
  @_noLocks func load(_ lane: Int) {
    guard let memory = memory(lane / GroupSource.width) else { return }
    faust_load(functions.address, memory, Int32(lane % GroupSource.width), voices[lane])
  }

  @_noLocks private func memory(_ group: Int) -> UnsafeMutableRawPointer? {
    states.map { $0.start + group * $0.stride }
  }

  /// Computes all voices of a group into `output`.
  /// - Parameter skipping: whether the first frame has been computed.
  @_noLocks func compute(_ group: Int, _ frames: Int, _ input: borrowing ChannelBuffers, skipping: Bool) {
    guard let memory = memory(group) else { return }
    faust_compute_group(
      functions.address, memory, voices.start + group * GroupSource.width, Int32(frames),
      skipping ? input.laterAddresses : input.addresses, skipping ? output.laterAddresses : output.addresses)
  }
}
