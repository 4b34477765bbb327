import SpinetDSP
import SpinetEngine
import SpinetRealtime

/// Recordings that come from the disk.
extension MultisamplePlayer {
  /// Takes a window for a voice that begins at a frame of its recording. [audio-thread]
  @_noLocks mutating func beginStream(_ index: Int, _ zone: SampleZone, at frame: Int) {
    guard let streams, zone.stream >= 0 else { return }
    let first = frame - SincWeights.reach
    let fromDisk = max(first, zone.start.frameCount)
    let slot = streams.take(zone.stream, from: fromDisk, needed: first)
    voices[index].stream = slot
    guard slot >= 0 else { return stall(index) }
    sources[index].window = streams.window(slot)
    voices[index].fed = first
    voices[index].released = first
  }

  @_noLocks mutating func endStream(_ index: Int) {
    if let streams, voices[index].stream >= 0 { streams.leave(voices[index].stream) }
    voices[index].stream = -1
  }

  /// Puts the frames that a voice plays next into its window. If they will not be there in time, the voice fades while it
  /// still has some. [audio-thread]
  @_noLocks mutating func readAhead(_ index: Int, _ count: Int) {
    guard let streams, voices[index].stream >= 0 else { return }
    let zone = table.zone(voices[index].zone)
    let slot = voices[index].stream
    let frame = Int(voices[index].head.position >> 32)
    let last = zone.pointee.wholeCount + SincWeights.reach
    let wanted = min(frame + frames(in: count, index) + SincWeights.reach + 2, last)
    feed(index, zone, upTo: min(wanted, zone.pointee.start.frameCount))
    letGo(index, streams, before: frame - Self.kept)
    if streams.isOffline {
      if wanted > zone.pointee.start.frameCount { streams.wait(slot, for: wanted) }
      if wanted > max(streams.filled(slot), zone.pointee.start.frameCount) { stall(index) }
      return
    }
    let safe = min(frame + frames(in: fadeFrames, index) + SincWeights.reach + 2, last)
    if safe > max(streams.filled(slot), zone.pointee.start.frameCount) { stall(index) }
  }

  /// Frames behind the head that its fade at the end may still read.
  private static var kept: Int { @_noLocks get { 2_048 } }

  /// Frames of the stream that a fade takes, and some more.
  private var fadeFrames: Int { @_noLocks get { Int(0.007 / rates.secondsPerFrame) + 2 * Self.stepFrames } }

  /// How many frames of the recording a voice plays in frames of the stream.
  @_noLocks private func frames(in count: Int, _ index: Int) -> Int {
    Int((Int64(count) * max(voices[index].head.step, 0)) >> 32) + 1
  }

  /// Fills the window from the memory of the first frames.
  @_noLocks private mutating func feed(_ index: Int, _ zone: ZonePointer, upTo end: Int) {
    guard let window = sources[index].window else { return }
    var frame = voices[index].fed
    let isStereo = zone.pointee.source.frames.isStereo
    while frame < end {
      // Before its beginning it is mirrored.
      let place = frame < 0 ? -frame : frame
      if isStereo {
        window.put(
          (zone.pointee.start.value(at: 2 * place), zone.pointee.start.value(at: 2 * place + 1)), at: frame)
      } else {
        let sample = zone.pointee.start.value(at: place)
        window.put((sample, sample), at: frame)
      }
      frame += 1
    }
    voices[index].fed = frame
  }

  /// Lets the worker overwrite what was played. It is woken a few times a window.
  @_noLocks private mutating func letGo(_ index: Int, _ streams: StreamAccess, before frame: Int) {
    guard frame > voices[index].released else { return }
    let wakes = frame - voices[index].released >= StreamWindow.frameCount / 8
    if wakes { voices[index].released = frame }
    streams.release(voices[index].stream, before: frame, wakes: wakes)
  }

  /// Fades a voice whose samples are not there.
  @_noLocks private mutating func stall(_ index: Int) {
    guard voices[index].isPlaying else { return }
    voices[index].stage = .fade
    end.meters.countStalledVoice()
  }
}
