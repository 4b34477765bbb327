import SpinetFormats
import SpinetLibrary
import SpinetStage
import Testing

/// The numbers by which program changes choose the shipped patches, as `spinet patches` lists them.
struct ProgramNumberTests {
  private static func patches() throws -> [Patch] {
    try Catalog.shipped(.patch).map { try Patch(text: $0.text(), file: $0.name) }
  }

  @Test func `Every shipped patch has a number, and no two have the same`() throws {
    var names: [ProgramNumber: String] = [:]
    for patch in try Self.patches() {
      #expect(!patch.programs.isEmpty, "\(patch.file)")
      for program in patch.programs {
        let number = ProgramNumber(bank: patch.bank, program: program)
        let other = names.updateValue(patch.file, forKey: number)
        #expect(other == nil, "\(number) of \(patch.file)")
      }
    }
    #expect(!names.isEmpty)
  }

  /// For each family of patches, the families of General MIDI in which their first numbers are.
  private static let families = [
    "bass": ["bass"], "bells": ["chromatic percussion", "effects"], "brass": ["brass"],
    "effects": ["sound effects"], "keys": ["piano", "pad"], "lead": ["lead", "pipe"],
    "mallets": ["chromatic percussion", "strings", "ethnic", "percussive"], "organ": ["organ"],
    "pad": ["pad", "ensemble"], "pluck": ["guitar", "strings", "ethnic"], "strings": ["ensemble", "strings"],
    "winds": ["reed", "pipe"],
  ]

  @Test func `The number of a patch is in a General MIDI family of eight that fits its own`() throws {
    for patch in try Self.patches() {
      let family = try #require(patch.family)
      let program = try #require(patch.programs.first)
      if family == "drums" {
        // The bank of drums of General MIDI 2.
        #expect(patch.bank == 120 << 7, "\(patch.file)")
      } else {
        let index = try #require((0..<16).first { (8 * $0 + 1...8 * $0 + 8).contains(program) })
        let fitting = Self.families[family] ?? []
        #expect(fitting.contains(GeneralMIDI.families[index]), "\(patch.file): \(program)")
      }
    }
  }
}
