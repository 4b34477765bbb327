import SpinetStage

extension GeneralMIDI {
  /// The decibels that make the shipped patch of a program, 1–128, as loud as fonts have the program.
  ///
  /// Patches are equally loud, so that somebody who changes from one to the other is not startled. In fonts a piano is
  /// softer than an organ, and songs are written for that.
  package static func patchTrim(program: Int) -> Double { Double(patchTrims[program - 1]) }

  /// The same for the drum kits.
  package static let kitTrim = -3.0

  /// From the median of three fonts: TimGM6mb, FluidR3 and MuseScore General. Where they differ by more, it is nearer to
  /// the first, which most people have. `benchmarks loudness` prints what is left.
  private static let patchTrims = [
    -4, -5, -2, -4, 2, 0, -3, 0,  // pianos
    -1, -1, 1, 0, -3, -5, 2, -4,  // chromatic percussion
    -1, 2, 0, 6, 8, 3, 4, 2,  // organs
    2, -2, 2, -2, -3, 3, 5, 3,  // guitars
    2, 4, 2, 3, 0, -6, -3, -2,  // basses
    5, 4, 5, 2, 4, 0, 2, -5,  // strings
    2, 1, -1, 2, 5, 5, 5, 2,  // ensembles
    2, 6, 6, 0, 8, 1, 4, 3,  // brass
    5, 7, 6, 4, 7, 6, 7, 7,  // reeds
    4, 3, 4, 2, 3, 4, 9, 7,  // pipes
    4, 5, 5, 6, 4, 9, 6, 6,  // leads
    4, 4, -1, 6, 2, 2, 3, 2,  // pads
    5, 5, -1, 7, 4, 5, 4, 5,  // effects
    -1, 0, -5, -2, -3, 8, 6, 7,  // ethnic
    1, -4, -2, -10, 0, -7, 2, -6,  // percussive
    0, -9, 5, 7, 8, -7, -3, 3,  // sound effects
  ]
}
