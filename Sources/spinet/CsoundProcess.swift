import SpinetLibrary

/// Csound programs play in processes beside the instrument: the same command, started again with a word that no person
/// writes.
enum CsoundProcess {
  private static let word = "csound-process"

  /// Starts such a process. The link leads to this binary even after a newer one took its place.
  static let words = ["/proc/self/exe", word]

  /// Serves, and does not return, if the instrument has started this process for that.
  static func serveIfAsked() {
    guard CommandLine.arguments.dropFirst() == [word], InstrumentLoader.isCsoundProcess else { return }
    ProcessSetup.beginServing()
    InstrumentLoader.serveCsound()
  }
}
