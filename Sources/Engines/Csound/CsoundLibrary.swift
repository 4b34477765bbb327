import CCsound
import SpinetRealtime
import SystemPackage

/// Csound itself, which is loaded with the first program.
enum CsoundLibrary {
  /// Versions whose structures are known, in thousandths: 6.13 to 6.19.
  static let knownVersions: ClosedRange<Int32> = 6130...6199

  /// Loads it once per process. It handles no signals and prints nothing then. [any-thread]
  ///
  /// - Parameter file: the program that needs it.
  static func load(for file: FilePath) throws(SpinetError) {
    guard let problem else { return }
    throw SpinetError(
      .notInstalled, what: file.string, why: problem, remedy: Remedy(.installPackage, "libcsound64-6.0"))
  }

  /// Why it cannot be used, if so.
  private static let problem: String? = {
    if let missing = cs_load() { return "Csound cannot be loaded: \(String(cString: missing)) is missing" }
    if let problem = problem(version: cs_csoundGetVersion(), sampleBytes: cs_csoundGetSizeOfMYFLT()) {
      return problem
    }
    cs_csoundInitialize(Int32(cs_initialize_without_signal_handler | cs_initialize_without_atexit))
    cs_silence_all()
    return nil
  }()

  /// - Parameter sampleBytes: the size of Csound's own type for samples.
  static func problem(version: Int32, sampleBytes: Int32) -> String? {
    guard knownVersions.contains(version) else {
      let (major, minor) = (version / 1000, version % 1000 / 10)
      return "Csound \(major).\(minor) cannot be used: Spinet knows the versions from 6.13 to 6.19"
    }
    guard sampleBytes == MemoryLayout<Double>.size else {
      return
        "this Csound cannot be used: its samples have \(sampleBytes) bytes, not \(MemoryLayout<Double>.size)"
    }
    return nil
  }
}
