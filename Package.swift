// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// For inner loops, which are unusable without optimisation: SIMD at -Onone is 600 times slower.
let optimised: [SwiftSetting] = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For processors with AVX2. Compilers for other processors pass over what follows `-Xarch_x86_64`.
let wideFlags = ["-Qunused-arguments", "-Xarch_x86_64", "-march=x86-64-v3"]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
/// HTTP and WebSocket for the panel.
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  Target.Dependency.product(name: $0, package: "swift-nio")
}
/// TLS for the panel.
let tls = Target.Dependency.product(
  name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"]))
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A module of Spinet. The prefix `Spinet` keeps its name apart from the targets of other packages.
func module(
  _ name: String, in folder: String, exclude: [String] = [], settings: [SwiftSetting] = optimised,
  _ dependencies: [Target.Dependency]
) -> Target {
  .target(
    name: "Spinet\(name)", dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude,
    swiftSettings: settings)
}

func c(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/C/\(name)")
}

func c(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "spinet",
  products: [
    .executable(name: "spinet", targets: ["spinet"]),
    .library(name: "SpinetKit", targets: ["SpinetKit"]),
    .library(name: "SpinetModels", targets: ["SpinetModels"]),
    .library(name: "SpinetPanel", targets: ["SpinetPanel"]),
  ],
  traits: [
    .trait(name: "TLS", description: "Serves the panel over https; compiles BoringSSL."),
    // For packages that name them.
    .trait(name: "Csound", description: "Changes nothing: Csound is found at run time."),
    .trait(name: "FluidSynth", description: "Changes nothing: FluidSynth is found at run time."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    // The command, and what people look at
    .executableTarget(
      name: "spinet",
      dependencies: [
        "SpinetTerminal", "SpinetBridge", "SpinetPanel", "SpinetTools", "SpinetSession", "SpinetFaceInput",
        "SpinetLibrary",
        "SpinetDevices",
        "SpinetFaust", "SpinetSoundFont", "SpinetEngine", "SpinetFace", "SpinetMIDI", "SpinetText",
        "SpinetWidgets", "SpinetRealtime", arguments, logging, system,
      ], swiftSettings: house),
    module(
      "Terminal", in: "Terminal", settings: house,
      ["SpinetTools", "SpinetSession", "SpinetText", "SpinetRealtime", "SpinetMIDI"]),

    module(
      "Panel", in: "Panel", exclude: ["Page"], settings: house,
      [
        "SpinetTools", "SpinetSession", "SpinetFaceInput", "SpinetLibrary", "SpinetDevices", "SpinetFormats",
        "SpinetFace",
        "SpinetSurface", "SpinetKeyboard", "SpinetMapping", "SpinetMIDI", "SpinetEngine", "SpinetWidgets",
        "SpinetText",
        "SpinetRealtime", "CPanelPage", tls, system,
      ] + nio),

    // Other programs
    module(
      "Bridge", in: "Bridge", settings: house,
      [
        "SpinetPanel", "SpinetSession", "SpinetLibrary", "SpinetOSC", "SpinetMIDI",
        "SpinetWidgets", "SpinetText", "SpinetRealtime", system,
      ] + nio),

    // For programs of one's own
    module(
      "Kit", in: "Kit",
      [
        "SpinetSession", "SpinetDevices", "SpinetCsound", "SpinetSynth", "SpinetModels", "SpinetMotion",
        "SpinetMIDI", "SpinetEngine", "SpinetWidgets", "SpinetRealtime", "CCsound", system,
      ]),

    // What the command does beside playing
    module(
      "Tools", in: "Tools",
      [
        "SpinetSession", "SpinetFaceInput", "SpinetLibrary", "SpinetDevices", "SpinetFaust", "SpinetMixer",
        "SpinetFormats", "SpinetStage", "SpinetJournal", "SpinetMIDIFile", "SpinetMapping", "SpinetKeyboard",
        "SpinetTime",
        "SpinetMIDI",
        "SpinetEngine", "SpinetWidgets", "SpinetText", "SpinetRealtime", logging, system,
      ]),

    // Wiring
    module(
      "Session", in: "Session",
      [
        "SpinetFaceInput", "SpinetLibrary", "SpinetDevices", "SpinetMixer", "SpinetFormats", "SpinetStage",
        "SpinetJournal", "SpinetMIDIFile", "SpinetFace", "SpinetMotion", "SpinetMapping", "SpinetKeyboard",
        "SpinetTime", "SpinetOSC", "SpinetMIDICI", "SpinetMIDI", "SpinetEngine",
        "SpinetWidgets", "SpinetText", "SpinetRealtime", logging, system,
      ]),
    module(
      "Library", in: "Library",
      [
        "SpinetDevices", "SpinetSynth", "SpinetModal", "SpinetSampler", "SpinetSoundFont", "SpinetCsound",
        "SpinetFaust",
        "SpinetMixer", "SpinetFormats", "SpinetMIDIFile", "SpinetStage", "SpinetMapping", "SpinetKeyboard",
        "SpinetTime",
        "SpinetOSC", "SpinetMIDI", "SpinetEngine", "SpinetWidgets", "SpinetText", "SpinetRealtime",
        "CShipped",
        logging, system,
      ]),

    // A corner of its own: the session knows one protocol of it, and the panel its picture
    module(
      "FaceInput", in: "FaceInput",
      [
        "SpinetLibrary", "SpinetDevices", "SpinetFace", "SpinetWidgets", "SpinetText", "SpinetRealtime",
        "CCamera", "CEGL", system,
      ]),

    // The outside
    module(
      "Devices", in: "Devices",
      [
        "SpinetEngine", "SpinetMotion", "SpinetMIDI", "SpinetText", "SpinetRealtime", "CALSA", "CQuiet",
        "CPortMidi", "CSndfile", "CInput", "CRealtime", system,
      ]),

    // Engines
    module(
      "Synth", in: "Engines/Synth",
      [
        "SpinetEffects", "SpinetVoiceLoops", "SpinetVoiceLoopsAVX2", "SpinetVoices", "SpinetEngine",
        "SpinetWidgets",
        "SpinetDSP",
        "SpinetRealtime", "CRealtime",
      ]),
    // The chain of effects is generic. Its calls are specialised for the audio thread only across modules, or within
    // one file.
    module(
      "Effects", in: "Engines/Effects", ["SpinetEngine", "SpinetWidgets", "SpinetDSP", "SpinetRealtime"]),
    module("VoiceLoops", in: "Engines/VoiceLoops", ["SpinetVoices", "SpinetDSP", "CRealtime"]),
    // The same files a second time, for processors with AVX2.
    .target(
      name: "SpinetVoiceLoopsAVX2", dependencies: ["SpinetVoices", "SpinetDSP", "CRealtime"],
      path: "Sources/Engines/VoiceLoopsAVX2",
      swiftSettings: optimised + [.unsafeFlags(wideFlags.flatMap { ["-Xcc", $0] })],
      plugins: ["SpinetCopyLoops"]),
    .plugin(name: "SpinetCopyLoops", capability: .buildTool(), path: "Sources/Engines/CopyLoops"),
    module("Voices", in: "Engines/Voices", ["SpinetDSP", "SpinetRealtime", "CRealtime"]),
    module(
      "Modal", in: "Engines/Modal",
      ["SpinetEffects", "SpinetEngine", "SpinetWidgets", "SpinetDSP", "SpinetRealtime", "CRealtime"]),
    module(
      "Mixer", in: "Engines/Mixer",
      ["SpinetEngine", "SpinetWidgets", "SpinetDSP", "SpinetRealtime", "CRealtime", system]),
    module(
      "Sampler", in: "Engines/Sampler",
      [
        "SpinetVoiceLoops", "SpinetVoiceLoopsAVX2", "SpinetVoices", "SpinetEngine", "SpinetWidgets",
        "SpinetText", "SpinetDSP", "SpinetRealtime", "CRealtime",
      ]),
    module(
      "SoundFont", in: "Engines/SoundFont",
      [
        "SpinetEngine", "SpinetWidgets", "SpinetText", "SpinetDSP", "SpinetRealtime", "CRealtime",
        "CFluidSynth",
        system,
      ]),
    module(
      "Csound", in: "Engines/Csound",
      ["SpinetEngine", "SpinetWidgets", "SpinetText", "SpinetRealtime", "CRealtime", "CCsound", system]),
    module(
      "Faust", in: "Engines/Faust",
      [
        "SpinetEngine", "SpinetWidgets", "SpinetText", "SpinetDSP", "SpinetRealtime", "CFaust", "CRealtime",
        system,
      ]),

    // Files that people write
    module(
      "Formats", in: "Formats",
      [
        "SpinetStage", "SpinetMapping", "SpinetKeyboard", "SpinetTime", "SpinetOSC", "SpinetMIDI",
        "SpinetWidgets", "SpinetText", "SpinetRealtime", "CYAML", system,
      ]),

    // Models, pure; the first one is the product of those that programs use
    module(
      "Models", in: "Models/Models", settings: house,
      [
        "SpinetSurface", "SpinetMapping", "SpinetKeyboard", "SpinetMIDIFile", "SpinetMIDI", "SpinetEngine",
        "SpinetWidgets", "SpinetRealtime", system,
      ]),
    module("Journal", in: "Models/Journal", ["SpinetMIDIFile", "SpinetMIDI"]),
    module("MIDIFile", in: "Models/MIDIFile", ["SpinetTime", "SpinetMIDI", "SpinetText", "SpinetRealtime"]),
    module("Surface", in: "Models/Surface", ["SpinetKeyboard", "SpinetMIDI", "SpinetWidgets"]),
    module(
      "Stage", in: "Models/Stage",
      ["SpinetMapping", "SpinetOSC", "SpinetMIDI", "SpinetText", "SpinetRealtime"]),
    module("Face", in: "Models/Face", ["SpinetWidgets"]),
    module("Motion", in: "Models/Motion", ["SpinetWidgets"]),
    module(
      "Mapping", in: "Models/Mapping", ["SpinetMIDI", "SpinetWidgets", "SpinetText", "SpinetRealtime"]),
    module("Keyboard", in: "Models/Keyboard", ["SpinetTime", "SpinetMIDI", "SpinetEngine"]),
    module("MIDICI", in: "Models/MIDICI", ["SpinetMIDI", "SpinetText"]),
    module("Time", in: "Models/Time", ["SpinetMIDI"]),
    module("OSC", in: "Models/OSC", ["SpinetWidgets", "SpinetText"]),
    module("MIDI", in: "Models/MIDI", []),

    // The ground
    module("Engine", in: "Engine", ["SpinetRealtime", "SpinetWidgets", "CRealtime", system]),
    module("Widgets", in: "Widgets", []),
    module("DSP", in: "DSP", ["SpinetRealtime", "CRealtime"]),
    module("Text", in: "Text", ["SpinetRealtime", system]),
    module("Realtime", in: "Realtime", ["CRealtime"]),

    // C. Tests/HouseTests says which modules may import it.
    c("CCamera"),
    c("CInput"),
    c("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
    c("CSndfile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
    c("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
    c("CCsound"),
    c("CFluidSynth"),
    c("CPortMidi"),
    c("CEGL"),
    c("CFaust"),
    c("CQuiet", ["CALSA"]),
    c("CRealtime"),
    c("CShipped"),
    c("CPanelPage"),
  ] + tests,
  swiftLanguageModes: [.v6]
)

var tests: [Target] {
  /// The tests of a module, with what they need beside it.
  func suite(
    _ name: String, _ others: [Target.Dependency] = [], settings: [SwiftSetting] = house
  ) -> Target {
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.init(stringLiteral: "Spinet\(name)"), "CMallocProbe", system] + others,
      swiftSettings: settings)
  }
  let suites = [
    suite("Text", ["SpinetRealtime"]), suite("Realtime"), suite("DSP", ["Listening", "SpinetRealtime"]),
    suite("Widgets"),
    suite("Engine", ["SpinetRealtime", "SpinetWidgets"]),
    suite("MIDI", ["Scratch"]),
    suite("MIDICI", ["Scratch", "SpinetMIDI", "SpinetText"]),
    suite("Time", ["SpinetMIDI"]),
    suite("OSC", ["Scratch", "SpinetWidgets", "SpinetText"]),
    suite("Face", ["SpinetRealtime", "SpinetWidgets"]),
    suite("FaceInput", ["Scratch", "SpinetFace", "SpinetRealtime"]),
    suite("Motion", ["SpinetWidgets"]),
    suite("Journal", ["SpinetMIDIFile", "SpinetMIDI"]),
    suite("MIDIFile", ["SpinetTime", "SpinetMIDI", "SpinetText", "SpinetRealtime", "Scratch"]),
    suite(
      "Keyboard",
      [
        "SpinetFormats", "SpinetTools", "SpinetTime", "SpinetMIDI", "SpinetEngine", "SpinetText",
        "SpinetRealtime",
      ]),
    suite("Surface", ["SpinetKeyboard", "SpinetMIDI", "SpinetWidgets"]),
    suite(
      "Mapping",
      ["SpinetFormats", "SpinetTools", "SpinetMIDI", "SpinetWidgets", "SpinetText", "SpinetRealtime"]),
    suite(
      "Formats",
      [
        "SpinetKeyboard", "SpinetMapping", "SpinetStage", "SpinetText", "SpinetEngine", "SpinetSynth",
        "SpinetWidgets", "SpinetRealtime",
      ]),
    suite(
      "Synth",
      [
        "Listening", "SpinetDSP", "SpinetEngine", "SpinetFormats", "SpinetWidgets", "SpinetVoices",
        "SpinetEffects", "SpinetRealtime", "EngineRig",
      ]),
    suite(
      "Modal",
      ["Listening", "PatchRig", "SpinetFormats", "SpinetWidgets"], settings: optimised),
    suite("Mixer", ["SpinetSynth", "SpinetEngine", "SpinetWidgets", "SpinetRealtime"]),
    suite(
      "Stage", ["SpinetFormats", "SpinetMapping", "SpinetOSC", "SpinetMIDI", "SpinetText", "SpinetRealtime"]),
    suite(
      "SoundFont",
      [
        "Scratch", "EngineRig", "SpinetKeyboard", "SpinetEngine", "SpinetWidgets", "SpinetRealtime",
        "Listening",
      ]),
    suite(
      "Sampler",
      ["EngineRig", "Listening", "SpinetKeyboard", "SpinetEngine", "SpinetWidgets", "SpinetRealtime"]),
    suite(
      "Faust",
      [
        "SpinetLibrary", "SpinetEngine", "SpinetWidgets", "SpinetRealtime", "SpinetFormats", "SpinetKeyboard",
        "SpinetMapping", "SpinetOSC", "SpinetMIDI", "SpinetTools", "SpinetText", "Scratch",
      ]),
    suite(
      "Devices",
      [
        "Scratch", "SpinetEngine", "SpinetMotion", "SpinetMIDI", "SpinetText", "SpinetRealtime",
      ]),
    suite(
      "Library",
      [
        "Scratch", "SpinetDevices", "SpinetMIDI", "SpinetMIDIFile", "SpinetRealtime", "SpinetFormats",
        "SpinetEngine", "SpinetMapping", "SpinetStage", "SpinetWidgets", "SpinetSynth", "SpinetText",
      ]),
    suite(
      "Session",
      [
        "Scratch", "SpinetLibrary", "SpinetDevices", "SpinetFormats", "SpinetEngine", "SpinetKeyboard",
        "SpinetMapping", "SpinetMIDI", "SpinetWidgets", "SpinetRealtime", "SpinetSynth", "SpinetText",
        "SpinetMixer", "SpinetStage", "SpinetJournal", "SpinetFace", "SpinetMotion", "SpinetMIDIFile",
        "SpinetTime", "SpinetOSC",
      ]),
    suite(
      "Tools",
      [
        "Scratch", "SpinetLibrary", "SpinetEngine", "SpinetJournal", "SpinetSession", "SpinetDevices",
        "SpinetMapping",
        "SpinetText",
        "SpinetMIDIFile", "SpinetMIDI", "SpinetWidgets", "SpinetRealtime", logging,
      ]),
    suite("Terminal", ["Scratch", "SpinetSession", "SpinetRealtime"]),
    suite(
      "Panel",
      [
        "Scratch", "SpinetSession", "SpinetLibrary", "SpinetFormats", "SpinetSurface", "SpinetKeyboard",
        "SpinetMapping", "SpinetMIDI", "SpinetEngine", "SpinetFace", "SpinetWidgets", "SpinetText",
        "SpinetRealtime",
      ] + nio),
    suite(
      "Bridge",
      [
        "Scratch", "SpinetPanel", "SpinetSession", "SpinetOSC", "SpinetEngine", "SpinetMIDI", "SpinetWidgets",
        "SpinetRealtime",
      ] + nio),
    suite(
      "Kit",
      [
        "Scratch", "SpinetModels", "SpinetSession", "SpinetMIDI", "SpinetEngine", "SpinetWidgets",
        "SpinetRealtime",
      ]),
  ]
  return suites + [
    .target(
      name: "EngineRig", dependencies: ["SpinetEngine", "SpinetWidgets", "SpinetRealtime", "CMallocProbe"],
      path: "Tests/EngineRig", swiftSettings: house),
    .target(name: "Scratch", path: "Tests/Scratch", swiftSettings: house),
    .target(name: "CMallocProbe", path: "Tests/CMallocProbe"),
    .target(
      name: "Listening", dependencies: ["SpinetDSP"], path: "Tests/Listening", exclude: ["Page", "listen"],
      swiftSettings: optimised),
    .target(
      name: "PatchRig",
      dependencies: [
        "EngineRig", "Listening", "SpinetLibrary", "SpinetSynth", "SpinetModal", "SpinetFormats",
        "SpinetEngine",
        "SpinetWidgets",
      ], path: "Tests/PatchRig", swiftSettings: optimised),
    .executableTarget(
      name: "phrases", dependencies: ["PatchRig", "Listening", "SpinetFormats"],
      path: "Tests/Listening/Page",
      swiftSettings: house),
    .testTarget(name: "HouseTests", swiftSettings: optimised),
    .testTarget(
      name: "CsoundTests",
      dependencies: [
        "SpinetCsound", "SpinetKit", "SpinetDevices", "SpinetEngine", "SpinetSurface", "SpinetMotion",
        "SpinetWidgets", "SpinetRealtime", "SpinetMapping", "SpinetFormats", "CMallocProbe", "EngineRig",
        "Listening",
        "Scratch", "CCsound", "CRealtime", system,
      ],
      exclude: ["Fixtures"], swiftSettings: house),
    .executableTarget(
      name: "echo", dependencies: ["SpinetPanel"] + nio, path: "Tests/Autobahn/Echo", swiftSettings: house),
    .executableTarget(
      name: "hardware",
      dependencies: [
        "SpinetKit", "SpinetSession", "SpinetFaceInput", "SpinetDevices", "SpinetRealtime", "SpinetWidgets",
        "SpinetMapping", "SpinetFace", "SpinetMIDI", "SpinetMIDIFile", "Scratch", system,
      ],
      path: "Tests/Hardware/Suite",
      swiftSettings: optimised),
    .executableTarget(
      name: "take", dependencies: ["SpinetSynth", "SpinetEngine", "SpinetWidgets", "SpinetRealtime"],
      path: "Tests/Arm64/Take", swiftSettings: house),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "SpinetMIDI", "SpinetMIDIFile", "SpinetMapping", "SpinetFormats", "SpinetWidgets", "SpinetKeyboard",
        "SpinetTime", "SpinetEngine", "SpinetSynth", "SpinetMixer", "SpinetCsound", "SpinetDevices",
        "SpinetRealtime",
        "SpinetSession",
        "SpinetLibrary", "SpinetFaceInput", "SpinetFace", "SpinetMotion", "SpinetPanel", "SpinetStage",
        "CReferenceVoice",
        "Listening", "Scratch",
        arguments, logging, system,
      ],
      path: "Tests/Benchmarks", exclude: ["CReferenceVoice", "PeerVoices", "README.md"], swiftSettings: house),
    .target(
      name: "CReferenceVoice", path: "Tests/Benchmarks/CReferenceVoice",
      cSettings: [.unsafeFlags(["-O3", "-ffast-math", "-Wno-psabi"] + wideFlags)]),
    .executableTarget(
      name: "evening",
      dependencies: [
        "SpinetFormats", "SpinetTools", "SpinetSession", "SpinetLibrary", "SpinetDevices", "SpinetMIDI",
        "SpinetMIDIFile", "SpinetEngine", "SpinetWidgets", "SpinetRealtime", "CRealtime", "Scratch", logging,
        system,
      ],
      path: "Tests/Evening", exclude: ["run"], swiftSettings: optimised),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "SpinetMIDI", "SpinetMapping", "SpinetFormats", "SpinetTools", "SpinetWidgets", "SpinetKeyboard",
        "SpinetEngine", "SpinetText", "SpinetRealtime", "SpinetPanel", "SpinetSurface", "SpinetSoundFont",
        "SpinetBridge", "SpinetOSC", "SpinetMIDICI",
        "SpinetSampler", "SpinetMIDIFile", "SpinetFaceInput", "SpinetFace", "SpinetMotion", "SpinetDevices",
        "SpinetStage",
        "SpinetLibrary", "SpinetSession", "Scratch", system,
      ],
      path: "Tests/Fuzz", swiftSettings: house),
  ]
}
