import Glibc
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

@testable import SpinetDevices

/// A microphone on the table, and the account of what an engine hears of it.
///
/// Its frames are numbered from 1 on through the evening: the left channel has the number, the right one its negative. So
/// it is known of each frame that an engine gets which one it is, and how old.
final class EveningInput: @unchecked Sendable {
  // Sendable because one thread has the world.
  static let name = "microphone"

  private let world: World
  private(set) var isPlugged = true
  /// When it was plugged in or pulled out last.
  private var changedAt = World.start
  /// The number of the last frame of all times before it was opened last, and when that was.
  private var opening = (number: 0, time: World.start, framesPerSecond: 1)
  /// What the instrument has opened.
  private weak var capture: Capture?
  private var heard = Heard(after: 0, at: World.start)

  private struct Heard {
    var lastNumber: Int
    /// When a frame with sound came last.
    var lastTime: HostTime
    /// When the engine took a block last, and since when it has taken one after the other.
    var blockTime: HostTime
    var runsSince: HostTime
    /// How often frames are missing without a silence before.
    var jumps = 0
    /// How often frames may be missing: a buffer was full, or the microphone was away for a moment.
    var losses = 0
    var wasSilent = true

    init(after number: Int, at now: HostTime) {
      (lastNumber, lastTime, blockTime, runsSince) = (number, now, now, now)
    }
  }

  /// How many frames were heard.
  private(set) var frames = 0

  /// No frame is older when it is heard, in seconds.
  private static let oldest = 0.3
  /// What other threads do is seen after this time at the latest.
  private static let patience = 2.5

  init(_ world: World) { self.world = world }

  func plug(_ isIn: Bool) {
    guard isPlugged != isIn else { return }
    (isPlugged, changedAt) = (isIn, world.now)
    if isIn { heard.losses += 1 }
  }

  /// For the session.
  func open(_ name: String, _ inputs: Int, _ output: OutputFormat, on worker: any Worker) throws(SpinetError)
    -> Capture
  {
    var request = OutputRequest(
      pcm: name, framesPerSecond: output.framesPerSecond, periodFrames: output.periodFrames,
      periods: max(4, output.periods))
    request.channels = max(2, inputs)
    let port = try CaptureDevice(request, pcm: Microphone(self, request))
    let opened = try Capture(name, of: port, inputs: inputs, for: output, on: worker)
    (capture, heard) = (opened, Heard(after: heard.lastNumber, at: world.now))
    return opened
  }

  // MARK: The device

  fileprivate func opened(_ framesPerSecond: Int) { opening = (lastNumber, world.now, framesPerSecond) }

  /// The number of the last frame until now.
  fileprivate var lastNumber: Int {
    opening.number
      + Int(Double(world.now.nanoseconds(since: opening.time)) * 1e-9 * Double(opening.framesPerSecond))
  }

  /// A buffer that was full has lost everything.
  fileprivate func overran() { heard.losses += 1 }

  // MARK: What is heard

  /// An engine plays, and hears the microphone.
  func listening(to instrument: LoadedInstrument) throws(SpinetError) -> LoadedInstrument {
    guard instrument.parts.count == 1 else { return instrument }
    let old = instrument.parts[0].sound
    var sound = LoadedSound(
      name: old.name, file: old.file, engine: Ear(old.engine, self), keyboard: old.keyboard,
      mapping: old.mapping,
      sent: old.sent, motions: old.motions, patchFile: old.patchFile)
    (sound.patch, sound.pedals) = (old.patch, old.pedals)
    return try LoadedInstrument(LoadedStage(sound), sessionWidgets: instrument.sessionWidgets)
  }

  fileprivate func hear(_ input: AudioInput?, _ frameCount: Int) {
    if seconds(since: heard.blockTime) > 0.1 { (heard.runsSince, heard.wasSilent) = (world.now, true) }
    heard.blockTime = world.now
    guard let input else { return }
    let (left, right) = (input.samples(0), input.samples(1))
    for frame in 0..<frameCount { hear(left[frame], right[frame]) }
    checkSilence()
  }

  private func hear(_ left: Float, _ right: Float) {
    if right != -left { world.fail("a frame of the input is \(left) and \(right)") }
    guard left != 0 else {
      heard.wasSilent = true
      return
    }
    let number = Int(left)
    if number <= heard.lastNumber {
      world.fail("frame \(number) of the input comes after \(heard.lastNumber)")
    }
    if number != heard.lastNumber + 1, !heard.wasSilent { heard.jumps += 1 }
    if number > opening.number {
      let sent = opening.time.advanced(
        bySeconds: Double(number - opening.number) / Double(opening.framesPerSecond))
      if seconds(since: sent) > Self.oldest {
        world.fail("a frame of the input is heard after \(seconds(since: sent)) s")
      }
    }
    (heard.lastNumber, heard.lastTime, heard.wasSilent) = (number, world.now, false)
    frames += 1
  }

  /// Nothing is heard of a microphone that is away, and what is there is heard. What is missing was counted.
  private func checkSilence() {
    let (known, quiet) = (seconds(since: changedAt), seconds(since: heard.lastTime))
    if !isPlugged, known > Self.oldest, quiet == 0 { world.fail("a microphone is heard that is away") }
    if isPlugged, min(known, seconds(since: heard.runsSince), quiet) > Self.patience {
      world.fail("nothing of the input is heard for \(quiet) s")
    }
    if let capture, heard.jumps > capture.dropouts + heard.losses {
      world.fail("the input has \(heard.jumps) gaps, but \(capture.dropouts) are counted")
    }
  }

  private func seconds(since time: HostTime) -> Double { Double(world.now.nanoseconds(since: time)) * 1e-9 }
}

/// The microphone as a PCM that is read.
private final class Microphone: CapturePCM {
  private let input: EveningInput
  private let request: OutputRequest
  private var isOpen = false
  /// The number of the last frame that was read.
  private var lastRead = 0
  private var first = 0

  init(_ input: EveningInput, _ request: OutputRequest) { (self.input, self.request) = (input, request) }

  func open() throws(Errno) {
    guard input.isPlugged else { throw .noSuchAddressOrDevice }
    isOpen = true
  }

  func setUp() throws(SpinetError) -> OutputFormat {
    OutputFormat(
      pcm: request.pcm, framesPerSecond: request.framesPerSecond, periodFrames: request.periodFrames,
      bufferFrames: request.periods * request.periodFrames, channels: 2, sampleFormat: .float32, access: .none
    )
  }

  func close() { isOpen = false }

  func start() -> Int {
    guard input.isPlugged else { return Int(-ENODEV) }
    input.opened(request.framesPerSecond)
    lastRead = input.lastNumber
    return 0
  }

  func recover(from code: Int) -> Int { input.isPlugged ? 0 : Int(-ENODEV) }

  /// A period at most; the rest waits.
  func read() -> Int {
    guard isOpen, input.isPlugged else { return Int(-ENODEV) }
    let waiting = input.lastNumber - lastRead
    guard waiting <= request.periods * request.periodFrames else {
      input.overran()
      return Int(-EPIPE)
    }
    let count = min(waiting, request.periodFrames)
    first = lastRead + 1
    lastRead += count
    return count
  }

  func copy(_ index: Int, to frame: Samples) {
    (frame[0], frame[1]) = (Float(first + index), -Float(first + index))
  }

  func rest() {}
}

/// An engine that plays as another one does, and writes down what it hears.
private final class Ear: SoundEngine, @unchecked Sendable {
  // Sendable because one thread has the world.
  private let engine: any SoundEngine
  private let input: EveningInput

  init(_ engine: any SoundEngine, _ input: EveningInput) { (self.engine, self.input) = (engine, input) }

  var name: String { engine.name }
  var widgets: [Widget] { engine.widgets }
  var voiceCapacity: Int { engine.voiceCapacity }
  var noteInput: NoteInput { engine.noteInput }
  var hearsChannels: Bool { engine.hearsChannels }
  var fades: Bool { engine.fades }
  var memoryBytes: Int { engine.memoryBytes }
  var sharedMemory: ObjectIdentifier? { engine.sharedMemory }
  var roomShare: Widget? { engine.roomShare }
  let inputCount = 2

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    try engine.prepare(framesPerSecond: framesPerSecond, largestBlock: largestBlock, link: link)
  }

  func render(_ block: AudioBlock) {
    input.hear(block.input, block.frameCount)
    engine.render(block)
  }
}
