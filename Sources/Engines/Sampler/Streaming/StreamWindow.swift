import CRealtime
import SpinetDSP
import SpinetRealtime
import Synchronization

/// The frames around the position of a voice whose recording comes from the disk: a ring for each channel.
///
/// The first places are repeated after the end, so that the frames around any position lie side by side. The memory
/// belongs to a `SampleStreams`.
struct StreamWindow: BitwiseCopyable {
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>

  /// A power of two. At 48 kHz it is 0.34 s.
  static var frameCount: Int { @_noLocks get { 16_384 } }
  static var repeated: Int { @_noLocks get { 16 } }
  /// The room of both channels.
  static var sampleCount: Int { @_noLocks get { 2 * (frameCount + repeated) } }

  @_noLocks init(_ memory: UnsafeMutablePointer<Float>) {
    left = memory
    right = memory + (Self.frameCount + Self.repeated)
  }

  @_noLocks @inline(__always) func put(_ sample: (Float, Float), at frame: Int) {
    let place = frame & (Self.frameCount - 1)
    left[place] = sample.0
    right[place] = sample.1
    guard place < Self.repeated else { return }
    left[place + Self.frameCount] = sample.0
    right[place + Self.frameCount] = sample.1
  }

  @_noLocks func frame(_ frame: Int) -> (Float, Float) {
    let place = frame & (Self.frameCount - 1)
    return (left[place], right[place])
  }

  /// How many frames from `frame` on lie side by side, with all samples that their values need.
  @_noLocks func room(from frame: Int) -> Int {
    Self.frameCount - ((frame - (SincWeights.reach - 1)) & (Self.frameCount - 1))
  }

  /// Addresses of frame 0, as far as `room(from: frame)` frames are read from `frame` on. [audio-thread]
  @_noLocks func origins(from frame: Int) -> (left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    let before = SincWeights.reach - 1
    let shift = ((frame - before) & (Self.frameCount - 1)) + before - frame
    return (UnsafePointer(left + shift), UnsafePointer(right + shift))
  }

  /// The value a fraction after a frame. [audio-thread]
  @_noLocks @inline(__always) func value(
    after frame: Int, _ source: SincWeights, _ weights: (before: Lanes, after: Lanes), isStereo: Bool
  ) -> (Float, Float) {
    let before = SincWeights.reach - 1
    let place = ((frame - before) & (Self.frameCount - 1)) + before
    let leftValue = source.value(after: left + place, weights)
    guard isStereo else { return (leftValue, leftValue) }
    return (leftValue, source.value(after: right + place, weights))
  }
}

/// What a voice and the worker tell each other about one window.
///
/// A voice takes a free one, and only the worker frees it. Frames from `needed` on are not overwritten; frames before
/// `filled` are there.
struct StreamSlot: ~Copyable {
  let state = Atomic<UInt8>(StreamSlot.free)
  let sound = Atomic<Int>(0)
  let needed = Atomic<Int>(0)
  let filled = Atomic<Int>(0)
  let isBroken = Atomic<Bool>(false)

  static var free: UInt8 { @_noLocks get { 0 } }
  static var playing: UInt8 { @_noLocks get { 1 } }
  static var left: UInt8 { @_noLocks get { 2 } }
}

/// The windows as the audio thread uses them. The memory belongs to a `SampleStreams`.
struct StreamAccess: BitwiseCopyable {
  private let slots: UnsafeMutablePointer<StreamSlot>
  private let memory: UnsafeMutablePointer<Float>
  private let count: Int
  private let waker: Int32
  /// Whether this is an offline render, whose thread may wait for the worker.
  let isOffline: Bool

  init(
    _ slots: UnsafeMutablePointer<StreamSlot>, _ memory: UnsafeMutablePointer<Float>, count: Int,
    waker: Int32, isOffline: Bool
  ) {
    self.slots = slots
    self.memory = memory
    self.count = count
    self.waker = waker
    self.isOffline = isOffline
  }

  @_noLocks func window(_ slot: Int) -> StreamWindow {
    StreamWindow(memory + slot * StreamWindow.sampleCount)
  }

  /// Takes a free window for a recording, which the worker fills from a frame on; -1 if none is free. [audio-thread]
  @_noLocks func take(_ sound: Int, from frame: Int, needed: Int) -> Int {
    for index in 0..<count where slots[index].state.load(ordering: .acquiring) == StreamSlot.free {
      slots[index].sound.store(sound, ordering: .relaxed)
      slots[index].needed.store(needed, ordering: .relaxed)
      slots[index].filled.store(frame, ordering: .relaxed)
      slots[index].isBroken.store(false, ordering: .relaxed)
      slots[index].state.store(StreamSlot.playing, ordering: .releasing)
      rt_wake(waker)
      return index
    }
    return -1
  }

  /// Gives a window back. [audio-thread]
  @_noLocks func leave(_ slot: Int) {
    slots[slot].state.store(StreamSlot.left, ordering: .releasing)
    rt_wake(waker)
  }

  /// Frames before this one are not needed any more. [audio-thread]
  @_noLocks func release(_ slot: Int, before frame: Int, wakes: Bool) {
    slots[slot].needed.store(frame, ordering: .releasing)
    if wakes { rt_wake(waker) }
  }

  /// The first frame that is not there yet. [audio-thread]
  @_noLocks func filled(_ slot: Int) -> Int { slots[slot].filled.load(ordering: .acquiring) }

  /// Waits until the frames before one are there, or cannot be read. Only for a render to a file.
  @_noLocks func wait(_ slot: Int, for frame: Int) {
    while filled(slot) < frame, !slots[slot].isBroken.load(ordering: .acquiring) { rt_yield() }
  }
}
