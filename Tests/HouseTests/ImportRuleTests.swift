import Testing

/// The order of the modules as a rule: a module imports only what is below it.
struct ImportRuleTests {
  /// From top to bottom. Modules on one floor do not import each other.
  private static let floors: [[String]] = [
    ["spinet"], ["Bridge"], ["Terminal", "Panel", "Kit"], ["Tools"], ["Session"], ["FaceInput"], ["Library"],
    ["Devices", "Models"],
    ["Synth", "Modal", "Sampler", "SoundFont", "Mixer", "Csound", "Faust"],
    ["Effects", "VoiceLoops", "VoiceLoopsAVX2", "Formats", "Journal"],
    ["Stage", "Surface", "Face", "Motion", "MIDIFile"],
    ["Voices", "Mapping", "Keyboard", "OSC"],
    ["Time", "MIDICI"], ["MIDI", "Engine"], ["Widgets", "DSP", "Text"], ["Realtime"],
  ]

  /// Modules that may import less than their floor allows: only these of the project.
  private static let strict: [String: Set<String>] = [
    "Engine": ["Realtime", "Widgets"], "Widgets": [], "MIDI": [], "MIDICI": ["MIDI", "Text"],
    "Text": ["Realtime"],
    "Mapping": ["MIDI", "Widgets", "Text", "Realtime"], "Keyboard": ["Time", "MIDI", "Engine", "Realtime"],
    "Time": ["MIDI"], "OSC": ["Text", "Widgets"],
    "Surface": ["Keyboard", "MIDI", "Widgets"], "Journal": ["MIDIFile", "MIDI"],
    "MIDIFile": ["Time", "MIDI", "Text", "Realtime"],
    "Face": ["Widgets"], "Motion": ["Widgets"],
    "Faust": ["Engine", "Widgets", "Text", "DSP", "Realtime"],
    "Models": ["Surface", "Mapping", "Keyboard", "MIDIFile", "MIDI", "Engine", "Widgets", "Realtime"],
  ]

  /// Which modules may import a C library or a package.
  private static let guests: [String: Set<String>] = [
    "CALSA": ["Devices"],
    "CQuiet": ["Devices"],
    "CPortMidi": ["Devices"],
    "CSndfile": ["Devices"],
    "CCamera": ["FaceInput"],
    "CEGL": ["FaceInput"],
    "CInput": ["Devices"],
    "CCsound": ["Csound", "Kit"],
    "CFluidSynth": ["SoundFont"],
    "CFaust": ["Faust"],
    "CShipped": ["Library"],
    "CRealtime": [
      "Realtime", "DSP", "Voices", "VoiceLoops", "VoiceLoopsAVX2", "Synth", "Modal", "Sampler", "Engine",
      "Devices",
      "Csound",
      "Faust", "Mixer", "SoundFont",
    ],
    "CYAML": ["Formats"],
    "CPanelPage": ["Panel"],
    "NIOCore": ["Panel", "Bridge"],
    "NIOPosix": ["Panel", "Bridge"],
    "NIOHTTP1": ["Panel", "Bridge"],
    "NIOWebSocket": ["Panel", "Bridge"],
    "NIOSSL": ["Panel"],
    "ArgumentParser": ["spinet"],
    "SystemPackage": [
      "Text", "Engine", "Formats", "Mixer", "SoundFont", "Csound", "Faust", "Devices", "Library", "FaceInput",
      "Session",
      "Kit", "Models", "Panel", "Bridge", "Tools", "spinet",
    ],
    "Logging": ["spinet", "Terminal", "Tools", "Session", "Library"],
  ]

  /// The toolchain's modules are free for all, but Foundation is not for modules that work on frames and bytes.
  private static let withoutFoundation: Set<String> = [
    "Realtime", "MIDI", "DSP", "Widgets", "Text", "Engine", "Synth", "Voices", "VoiceLoops", "Effects",
    "Sampler", "Journal", "MIDIFile", "Face", "Motion", "Time", "OSC", "MIDICI",
  ]
  /// The whole of Foundation brings 34 MB of data about languages, so nothing in the command has it.
  private static let withWholeFoundation: Set<String> = ["Kit"]
  private static let toolchain: Set<String> = ["Glibc", "Synchronization", "Dispatch"]

  @Test(arguments: Repository.modules) func `A module has its floor`(module: Module) {
    #expect(Self.floor(of: module.name) != nil, "\(module.folder)")
  }

  @Test func `The floors have no module that does not exist`() {
    let names = Set(Repository.modules.map(\.name))
    #expect(Set(Self.floors.joined()).subtracting(names) == [])
    #expect(Set(Self.strict.keys).union(Self.guests.values.joined()).subtracting(names) == [])
  }

  @Test(arguments: Repository.modules) func `A module imports only what lies below it`(module: Module) throws
  {
    for file in module.files {
      for imported in Self.imports(in: try Repository.text(of: file)) {
        #expect(Self.may(module.name, import: imported), "\(file) imports \(imported)")
      }
    }
  }

  /// The plug-in of the build has no module of the project's.
  @Test func `Files are reached by their FilePath alone`() throws {
    for file in Repository.modules.flatMap(\.files) {
      #expect(!(try Repository.text(of: file)).contains("FileManager"), "\(file)")
    }
  }

  @Test func `The rule sees imports however they are written`() {
    let text =
      "import SpinetMIDI\npublic import SpinetEngine\n@preconcurrency import struct Foundation.URL\n// import Logging"
    #expect(Self.imports(in: text) == ["SpinetMIDI", "SpinetEngine", "Foundation"])
    #expect(Self.may("Session", import: "SpinetDevices"))
    #expect(!Self.may("Widgets", import: "SpinetKeyboard"))
    #expect(!Self.may("Devices", import: "SpinetSession"))
    #expect(!Self.may("Engine", import: "SpinetDSP"))
    #expect(!Self.may("Session", import: "CALSA"))
  }

  private static func floor(of name: String) -> Int? { floors.firstIndex { $0.contains(name) } }

  private static func may(_ name: String, import module: String) -> Bool {
    if let names = guests[module] { return names.contains(name) }
    if module == "Foundation" { return withWholeFoundation.contains(name) }
    if module == "FoundationEssentials" { return !withoutFoundation.contains(name) }
    if toolchain.contains(module) { return true }
    let imported = String(module.dropFirst("Spinet".count))
    guard module.hasPrefix("Spinet"), let here = floor(of: name), let there = floor(of: imported) else {
      return false
    }
    return here < there && strict[name]?.contains(imported) ?? true
  }

  /// The modules that a file imports.
  private static func imports(in text: String) -> [String] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let start = words.firstIndex(of: "import"),
        words[..<start].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
      else { return nil }
      let name = words[(start + 1)...].first { !kinds.contains($0) }
      return name?.split(separator: ".").first.map(String.init)
    }
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
