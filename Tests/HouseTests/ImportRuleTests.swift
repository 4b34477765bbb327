import Testing

/// The picture of the design, as a rule: a room imports only what lies below it.
struct ImportRuleTests {
  /// From top to bottom; rooms on one floor do not know each other.
  private static let floors: [[String]] = [
    ["spinet"], ["Terminal", "WebPanel"], ["Session", "CsoundObject"], ["Devices"],
    ["Synth", "Sampler", "CsoundEngine", "FaustEngine"],
    ["Engine"], ["Mapping"], ["Keyboard", "Widgets"], ["DSP"], ["MIDI", "Library"],
    ["Documents", "Realtime"],
  ]

  /// Who may see a module that is no room, or that is C.
  private static let guests: [String: Set<String>] = [
    "CALSA": ["Devices"],
    "CQuiet": ["Devices"],
    "CPortMidi": ["Devices"],
    "CSndfile": ["Devices"],
    "CCsound": ["CsoundEngine", "CsoundObject"],
    "CFaust": ["FaustEngine"],
    "CShipped": ["Library"],
    "CRealtime": ["Realtime", "DSP", "Synth", "Engine", "Devices", "Sampler", "CsoundEngine", "FaustEngine"],
    "Yams": ["Documents"],
    "CYaml": ["Documents"],
    "ArgumentParser": ["spinet"],
    "Logging": ["spinet", "Terminal", "WebPanel", "Session"],
  ]

  /// What the toolchain brings is for everybody, Foundation not for those who count in frames and bytes.
  private static let withoutFoundation: Set<String> = [
    "Realtime", "MIDI", "DSP", "Widgets", "Engine", "Synth", "Sampler",
  ]
  private static let toolchain: Set<String> = ["Foundation", "Glibc", "Synchronization", "Dispatch"]

  private static let swiftRooms = Repository.rooms.filter {
    !Repository.swiftFiles(below: "Sources/\($0)").isEmpty
  }

  @Test(arguments: swiftRooms) func `A room has its floor in the picture`(room: String) {
    #expect(Self.floor(of: room) != nil)
  }

  @Test(arguments: swiftRooms) func `A room imports only what lies below it`(room: String) throws {
    for file in Repository.swiftFiles(below: "Sources/\(room)") {
      for module in Self.imports(in: try Repository.text(of: file)) {
        #expect(Self.may(room, import: module), "\(file) imports \(module)")
      }
    }
  }

  @Test func `The rule sees imports however they are written`() {
    let text =
      "import MIDI\npublic import Engine\n@preconcurrency import struct Foundation.URL\n// import Yams"
    #expect(Self.imports(in: text) == ["MIDI", "Engine", "Foundation"])
    #expect(Self.may("Session", import: "Devices"))
    #expect(!Self.may("Widgets", import: "Keyboard"))
    #expect(!Self.may("Devices", import: "Session"))
    #expect(!Self.may("Session", import: "CALSA"))
  }

  private static func floor(of room: String) -> Int? { floors.firstIndex { $0.contains(room) } }

  private static func may(_ room: String, import module: String) -> Bool {
    if let rooms = guests[module] { return rooms.contains(room) }
    if module == "Foundation" { return !withoutFoundation.contains(room) }
    if toolchain.contains(module) { return true }
    guard let here = floor(of: room), let there = floor(of: module) else { return false }
    return here < there
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
