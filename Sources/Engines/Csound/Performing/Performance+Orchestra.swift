import CCsound
import CRealtime
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

extension Performance {
  /// Compiles additional orchestra code. Instruments of the same name are replaced; sounding notes continue. Code
  /// that does not compile changes nothing. Neither control nor the audio thread may call it.
  ///
  /// Another Csound instance compiles it first, together with everything that this one has compiled. If Csound
  /// crashes on it, only that instance is lost, and all its messages are about this text.
  func compile(_ text: String, from name: String) throws(SpinetError) -> ProgramAnswer {
    guard !text.utf8.contains(0) else {
      throw SpinetError(.programRefused, what: name, why: "it is not text", remedy: "give orchestra text")
    }
    try additions.withLock { (additions) throws(SpinetError) in
      let trial = try CsoundInstance(instance.document, settings) { _ in }
      for addition in additions { try trial.compile(addition, from: name) }
      try trial.compile(text, from: name)
      // Only the insertion of the compiled code waits for the audio thread, or lets it wait.
      guard cs_csoundCompileOrc(instance.csound, text) == 0 else {
        throw SpinetError(
          .programRefused, what: name, why: "it conflicts with the running program",
          remedy: "fix it, or start the engine again"
        )
      }
      additions.append(text)
    }
    return .compiled(name)
  }
}

extension CsoundInstance {
  /// - Throws: Csound's own first error with its line.
  fileprivate func compile(_ text: String, from name: String) throws(SpinetError) {
    _ = popMessages()
    rt_enter_guarded_program(programName, cs_land)
    let answer = cs_compile_orchestra(csound, text)
    rt_leave_program()
    if let crash = ProgramCrash(signal: cs_crash(answer)) {
      let error = failure(crash)
      throw SpinetError(.programRefused, what: name, why: error.why, remedy: error.remedy)
    }
    guard answer == 0 else { throw refusal(of: text, from: name) }
  }

  /// Csound's first error about an orchestra text that it has just refused. Csound counts the lines as if two lines of a
  /// .csd came before them.
  ///
  /// - Parameter tell: gets everything that Csound has said about it.
  package func refusal(
    of text: String, from name: String, tell: (CsoundMessage) -> Void = { _ in }
  ) -> SpinetError {
    let header = "<CsoundSynthesizer>\n<CsInstruments>\n"
    let said = popRefusal(tell)
    let whole = "\(header)\(text)\n</CsInstruments>\n</CsoundSynthesizer>\n"
    guard let document = try? CsdDocument(text: whole, file: FilePath(name)) else {
      return SpinetError(
        .programRefused, what: name, why: said.joined(separator: " "), remedy: "give orchestra text alone")
    }
    return SpinetError(csoundMessages: said, about: document, after: 2)
  }
}
