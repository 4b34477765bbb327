import CCsound
import CRealtime
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

/// A compiled and started Csound, which performs control blocks for its host. Its pointers may be used by the audio
/// thread. [control-thread]
package final class CsoundInstance: @unchecked Sendable {
  // Sendable because one thread at a time uses it, besides the audio thread.

  package typealias Pointer = OpaquePointer

  package let csound: Pointer
  package let document: CsdDocument
  /// The file's name, for a crash inside Csound; valid as long as the instance.
  let programName: UnsafePointer<CChar>
  private let nameMemory: FixedBuffer<CChar>
  private var messages = CsoundMessages()
  private var hasEnded = false
  private let crash = FixedValue(Atomic<Bool>(false))

  /// The settings of the host, which override the file's.
  package struct Settings {
    package var framesPerSecond: Double?
    package var blockFrames: Int?
    /// Whether it continues after the end of its score, for live playing.
    var isOpenEnded = false
    /// Whether MIDI comes from the host's queue.
    var takesMIDI = false
    /// Called before the text is compiled, for further opcodes and options.
    package var beforeCompile: ((Pointer) -> Void)?

    package init() {}

    package init(noteInput: NoteInput, beforeCompile: ((Pointer) -> Void)?) {
      takesMIDI = noteInput == .midi
      self.beforeCompile = beforeCompile
    }
  }

  /// Compiles and starts.
  /// - Throws: Csound's own first error with its line.
  package init(_ document: CsdDocument, _ settings: Settings, tell: (CsoundMessage) -> Void)
    throws(SpinetError)
  {
    try CsoundLibrary.load(for: document.file)
    // Csound would leave denormals switched off on this thread.
    guard let csound = Denormals.flushed(during: { cs_csoundCreate(nil) }) else {
      throw SpinetError(
        .engineFailed, what: document.file.string, why: "Csound cannot create an instance",
        remedy: Remedy(.closeOtherPrograms))
    }
    self.csound = csound
    self.document = document
    let name = Array(document.file.string.utf8CString)
    nameMemory = FixedBuffer(count: name.count) { name[$0] }
    programName = UnsafePointer(nameMemory.start)
    cs_csoundCreateMessageBuffer(csound, 0)
    cs_csoundSetHostImplementedAudioIO(csound, 1, 0)
    setOptions(settings)
    if settings.takesMIDI { HostMIDIInput.serveMIDI(to: csound) }
    cs_serve_values(csound)
    settings.beforeCompile?(csound)
    // Of two opcodes with the same name and types, Csound takes the first.
    MoogLadderOpcode.append(to: csound)
    let text = document.text(
      framesPerSecond: settings.framesPerSecond, blockFrames: settings.blockFrames,
      isOpenEnded: settings.isOpenEnded)
    let answer = start(text)
    if let crash = ProgramCrash(signal: cs_crash(answer)) { throw failure(crash) }
    guard answer == 0 else { throw failure(tell) }
    for message in popMessages() { tell(withLocation(message)) }
  }

  /// Returns 0 if it has started.
  private func start(_ text: String) -> Int32 {
    rt_enter_guarded_program(programName, cs_land)
    defer { rt_leave_program() }
    let answer = cs_compile(csound, text)
    return answer == 0 ? cs_start(csound) : answer
  }

  func failure(_ crash: ProgramCrash) -> SpinetError {
    crashed.pointee.store(true, ordering: .relaxed)
    crash.outlive()
    return SpinetError(
      .programFailed, what: document.file.string, why: "\(crash.reason) while Csound compiled it",
      remedy: "fix it")
  }

  /// Whether it has crashed. Its memory is leaked, because freeing it could crash again.
  var crashed: UnsafeMutablePointer<Atomic<Bool>> { crash.address }

  private var hasCrashed: Bool { crashed.pointee.load(ordering: .relaxed) }

  /// Sets the object that the MIDI callbacks use. It must outlive the instance.
  func serve(_ host: UnsafeMutablePointer<HostMIDIInput>) { cs_csoundSetHostData(csound, host) }

  deinit { end() }

  /// The same message, with the line of the score that Csound does not name.
  private func withLocation(_ message: CsoundMessage) -> CsoundMessage {
    let location = CsoundErrorLocation([message.text]).locationOfOmission(in: document)
    return location.map {
      CsoundMessage("\($0): \(message.text); the rest of the line is left out", message.severity)
    } ?? message
  }

  /// Frees everything. The instance must not be used afterwards.
  func end() {
    guard !hasEnded, !hasCrashed else { return }
    hasEnded = true
    cs_csoundDestroyMessageBuffer(csound)
    cs_silence(csound)
    rt_enter_guarded_program(programName, cs_land)
    ProgramCrash(signal: cs_crash(cs_destroy(csound)))?.outlive()
    rt_leave_program()
  }

  private func setOptions(_ settings: Settings) {
    // Unless the file has -m: warnings and errors, but no line for each note.
    var options = ["-m4", "-d"]
    for folder in ["INCDIR", "SSDIR", "SADIR"] { options.append("--env:\(folder)+=\(document.folder)") }
    if settings.takesMIDI { options.append("-M0") }
    if let rate = settings.framesPerSecond { options.append("--sample-rate=\(rate)") }
    if let frames = settings.blockFrames { options.append("--ksmps=\(frames)") }
    for option in options { cs_csoundSetOption(csound, option) }
  }

  private func failure(_ tell: (CsoundMessage) -> Void) -> SpinetError {
    SpinetError(csoundMessages: popRefusal(tell), about: document)
  }

  /// Csound's messages about a text that it does not compile.
  func popRefusal(_ tell: (CsoundMessage) -> Void = { _ in }) -> [String] {
    let said = popMessages() + popUnfinishedMessage()
    said.forEach(tell)
    let lines = said.map(\.text)
    // Csound 6.18 has freed an instrument that `csoundDestroy` reads again: the instance is leaked.
    if lines.contains(where: { $0.contains(" redefined") }) { hasEnded = true }
    return lines
  }

  /// The message that Csound has begun and not ended.
  func popUnfinishedMessage() -> [CsoundMessage] {
    hasCrashed ? [] : messages.popUnfinished().map { [$0] } ?? []
  }

  /// Csound's messages since the last call.
  package func popMessages() -> [CsoundMessage] { hasCrashed ? [] : messages.pop(from: csound) }

  /// Warnings and errors that were repeated after they had been reported, with their count.
  func repeatedMessages() -> [CsoundMessage] { messages.repetitions() }

  package var framesPerSecond: Double { cs_csoundGetSr(csound) }
  package var blockFrames: Int { Int(cs_csoundGetKsmps(csound)) }
  package var channelCount: Int { Int(cs_csoundGetNchnls(csound)) }
  var inputChannelCount: Int { Int(cs_csoundGetNchnlsInput(csound)) }
  package var fullScale: Double { cs_csoundGet0dBFS(csound) }

  /// The memory of a control channel; valid as long as the instance.
  func controlChannel(_ name: String, isOutput: Bool) -> UnsafeMutablePointer<Double>? {
    channel(name, .control, isOutput: isOutput)
  }

  /// What a channel carries.
  package enum ChannelKind: Int {
    // Csound's numbers.
    case control = 1
    case audio = 2
    case text = 3
  }

  /// The memory of a channel; nil when a channel of that name has another type.
  package func channel(
    _ name: String, _ kind: ChannelKind, isOutput: Bool
  ) -> UnsafeMutablePointer<Double>? {
    let kind = Int32(kind.rawValue | (isOutput ? cs_output_channel : cs_input_channel))
    var address: UnsafeMutablePointer<Double>?
    return cs_csoundGetChannelPtr(csound, &address, name, kind) == 0 ? address : nil
  }

  /// The hints that `chn_k` gives a channel, if any.
  func hints(of channel: String) -> ChannelHints? {
    var hints = cs_hints()
    guard cs_csoundGetControlChannelHints(csound, channel, &hints) == 0 else { return nil }
    guard Int(hints.behav) != cs_control_channel_without_hints else { return nil }
    return ChannelHints(hints)
  }

  /// The number of an instrument of the orchestra; nil when it does not exist.
  func number(of instrument: OrchestraInstrument.Identity) -> Int? {
    switch instrument {
    case .number(let number): return cs_has_instrument(csound, Int32(clamping: number)) != 0 ? number : nil
    case .name(let name):
      let number = cs_csoundEvalCode(csound, "return nstrnum(\"\(name)\")\n")
      return number > 0 ? Int(number) : nil
    }
  }
}
