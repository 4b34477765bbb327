import CRealtime
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// The audio thread's side of an engine in another process: it asks for a block, and plays the one before. It never waits,
/// except offline. [audio-thread]
struct ProcessPlayer: ~Copyable {
  private let stream: SharedStream
  private let life: ProcessLife
  private let wakeDescriptor: Int32
  private var end: AudioEnd
  private var widgets: WidgetExchange
  private var sound: DelayedSound
  private var sent = 0
  private var lateCommands = 0
  private var stalledVoices = 0
  private var overflows = 0
  private var isOver = false

  /// - Parameters:
  ///   - life: of the process that plays. It must outlive this.
  ///   - wake: the descriptor that wakes it.
  init(
    _ life: ProcessLife, wake: Int32, _ stream: SharedStream, _ widgets: [Widget], _ link: EngineLink
  ) {
    (self.stream, self.life) = (stream, life)
    wakeDescriptor = wake
    end = link.claimAudioEnd()
    self.widgets = WidgetExchange(widgets, stream)
    sound = DelayedSound(stream)
    // Everything is in place before the engine is prepared.
    self.widgets.give()
  }

  @_noLocks mutating func render(_ block: AudioBlock) {
    guard !life.isOver else { return finish(block) }
    let hasCommands = passCommands()
    widgets.give()
    if stream.format.isOffline { awaitAnswer(to: block) }
    // What is told belongs to the frames that are played now.
    widgets.readMoves()
    passReports()
    if !stream.format.isOffline { askUnlessLate(block) }
    let done = stream.figures.pointee.doneThrough.load(ordering: .acquiring)
    let wrong = sound.play(block, doneThrough: done)
    record(block, hasCommands: hasCommands, wrong: wrong)
  }

  /// The process has ended: the sound fades out, and control is told once.
  @_noLocks private mutating func finish(_ block: AudioBlock) {
    while end.popCommand() != nil {}
    sound.fadeOut(block)
    if !isOver {
      isOver = true
      end.meters.recordCrash(signal: life.signal)
      end.report(.performanceEnded)
    }
    end.meters.recordBlock(frames: block.frameCount, voices: 0, peak: block.main.peak, isSilent: true)
  }

  // MARK: To the process

  /// Returns whether there were commands. Those for which there is no room wait.
  @_noLocks private mutating func passCommands() -> Bool {
    var count = 0
    while let command = end.peekCommand(), let room = stream.commands.room() {
      room.assumingMemoryBound(to: EngineCommand.self).pointee = command
      stream.commands.publish()
      end.popCommand()
      count += 1
    }
    return count > 0
  }

  /// How many blocks are not computed yet.
  private var outstanding: Int {
    @_noLocks get { sent &- stream.figures.pointee.finished.load(ordering: .acquiring) }
  }

  @_noLocks private mutating func askUnlessLate(_ block: AudioBlock) {
    let count = outstanding
    if count >= 0, count * block.frameCount < sound.delay { ask(block) } else { miss(block) }
  }

  @_noLocks private mutating func awaitAnswer(to block: AudioBlock) {
    ask(block)
    while outstanding > 0, !life.isOver {
      life.misses(at: .now)
      rt_yield()
    }
  }

  @_noLocks private mutating func ask(_ block: AudioBlock) {
    guard let room = stream.requests.room() else { return miss(block) }
    if let input = block.input { pass(input, block.frameCount) }
    room.assumingMemoryBound(to: BlockRequest.self).pointee = BlockRequest(block, position: sound.position)
    stream.requests.publish()
    sent += 1
    life.answered()
    rt_wake(wakeDescriptor)
  }

  @_noLocks private func pass(_ input: AudioInput, _ frameCount: Int) {
    for channel in 0..<min(input.channelCount, stream.format.inputCount) {
      let samples = input.samples(channel)
      for frame in 0..<frameCount {
        let place = (sound.position + frame) & (stream.frameCapacity - 1)
        stream.inputs[channel * stream.frameCapacity + place] = samples[frame]
      }
    }
  }

  /// The process is late: this block will be silent, as the sound of a card that waits for its program.
  @_noLocks private mutating func miss(_ block: AudioBlock) {
    sound.skip(block.frameCount)
    end.meters.countMissedBlock()
    life.misses(at: .now)
  }

  // MARK: From the process

  /// Any bits are a report that is harmless.
  @_noLocks private mutating func passReports() {
    for _ in 0..<SharedFormat.reportCapacity {
      guard let record = stream.reports.oldest() else { return }
      let report = record.assumingMemoryBound(to: SharedReport.self).pointee
      stream.reports.drop()
      if report.voice < 0 {
        end.report(.performanceEnded)
      } else if report.voice < 32_767 {
        end.report(.voiceEnded(VoiceNumber(Int(report.voice)), serial: report.serial))
      }
    }
  }

  @_noLocks private mutating func record(_ block: AudioBlock, hasCommands: Bool, wrong: Int) {
    let voices = stream.figures.pointee.soundingVoices.load(ordering: .relaxed)
    let isSilent = stream.figures.pointee.isSilent.load(ordering: .relaxed) != 0 && !hasCommands
    end.meters.recordBlock(
      frames: block.frameCount, voices: max(0, min(voices, 32_767)), peak: block.main.peak, isSilent: isSilent
    )
    if stream.figures.pointee.lateCommands.load(ordering: .relaxed) != lateCommands {
      lateCommands = stream.figures.pointee.lateCommands.load(ordering: .relaxed)
      end.meters.countLateCommand()
    }
    if stream.figures.pointee.stalledVoices.load(ordering: .relaxed) != stalledVoices {
      stalledVoices = stream.figures.pointee.stalledVoices.load(ordering: .relaxed)
      end.meters.countStalledVoice()
    }
    let told = stream.figures.pointee.overflows.load(ordering: .relaxed)
    if wrong > 0 || told != overflows {
      overflows = told
      end.meters.recordOverflow()
    }
  }
}

/// Whether a process lives, and since when it does not answer. This is a handle to memory that an `EngineProcess` owns.
/// [any-thread]
struct ProcessLife: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  private let figures: UnsafeMutablePointer<Figures>

  struct Figures: ~Copyable {
    /// The signal that has ended it; 0 while it lives.
    let ending = Atomic<Int32>(0)
    /// When a block was missing for the first time after an answer, in nanoseconds of `HostTime`; 0 for never.
    let missedSince = Atomic<UInt64>(0)
    let missedLast = Atomic<UInt64>(0)
  }

  init(_ figures: borrowing FixedValue<Figures>) { self.figures = figures.address }

  var isOver: Bool { @_noLocks get { signal != 0 } }
  /// The signal that has ended it; 0 while it lives.
  var signal: Int32 { @_noLocks get { figures.pointee.ending.load(ordering: .acquiring) } }

  /// Only the first end counts.
  func end(signal: Int32) {
    _ = figures.pointee.ending.compareExchange(
      expected: 0, desired: signal, ordering: .acquiringAndReleasing)
  }

  @_noLocks func answered() { figures.pointee.missedSince.store(0, ordering: .relaxed) }

  @_noLocks func misses(at now: HostTime) {
    figures.pointee.missedLast.store(now.nanoseconds, ordering: .relaxed)
    _ = figures.pointee.missedSince.compareExchange(
      expected: 0, desired: now.nanoseconds, ordering: .relaxed)
  }

  /// How long it has not answered while somebody asked.
  func secondsMissed(at now: HostTime) -> Double {
    let since = figures.pointee.missedSince.load(ordering: .relaxed)
    let last = figures.pointee.missedLast.load(ordering: .relaxed)
    guard since != 0, now.nanoseconds(since: HostTime(nanoseconds: last)) < 1_000_000_000 else { return 0 }
    return Double(last &- since) * 1e-9
  }
}
