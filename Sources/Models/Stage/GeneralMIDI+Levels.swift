extension GeneralMIDI {
  /// The decibels that make the shipped patch of a program, 1–128, as loud as fonts have the program.
  ///
  /// Patches are equally loud, so that somebody who changes from one to the other is not startled. In fonts a piano is
  /// softer than an organ, and songs are written for that.
  package static func patchTrim(program: Int) -> Double { Double(patchTrims[program - 1]) }

  /// From the median of three fonts: TimGM6mb, FluidR3 and MuseScore General. Where they differ by more, it is nearer to
  /// the first, which most people have. `benchmarks loudness` prints what is left.
  private static let patchTrims = [
    -7, -8, -5, -7, -1, -3, -7, -3,  // pianos
    -4, -4, -1, -3, -6, -8, 0, -7,  // chromatic percussion
    -1, 2, 0, 0, 2, 0, 0, -2,  // organs
    -1, -5, -1, -5, -6, 0, 2, 0,  // guitars
    -1, 1, -1, 0, -3, -7, -6, -5,  // basses
    4, 2, 3, 0, 0, -3, -1, -8,  // strings
    -2, -2, -4, -1, 1, 1, 1, -1,  // ensembles
    1, 3, 3, -2, 5, -2, 1, 0,  // brass
    2, 3, 2, 0, 4, 2, 3, 3,  // reeds
    3, 1, 3, 1, 1, 2, 5, 6,  // pipes
    3, 2, 2, 2, 0, 6, 2, 2,  // leads
    0, 0, -1, 2, -2, -2, -1, -2,  // pads
    1, 2, -3, 3, 0, 1, 0, 1,  // effects
    -4, -3, -8, -4, -6, 5, 2, 3,  // ethnic
    -2, -7, -5, -13, -3, -10, 0, -10,  // percussive
    -3, -12, 0, 0, 0, 0, 0, 0,  // sound effects
  ]
}
