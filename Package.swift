// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Rooms whose inner loops are unusable without optimisation: SIMD at -Onone is 600 times slower.
let optimised: [SwiftSetting] = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The same loops once more for processors with AVX2, out of the same files: the folder is a link.
#if arch(x86_64)
  let wide: [Target.Dependency] = ["VoiceLoopsAVX2"]
  let wideFlags = ["-march=x86-64-v3"]
  let wideTargets: [Target] = [
    .target(
      name: "VoiceLoopsAVX2", dependencies: ["Voices", "DSP", "CRealtime"],
      swiftSettings: optimised + [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])])
  ]
#else
  let wide: [Target.Dependency] = []
  let wideFlags: [String] = []
  let wideTargets: [Target] = []
#endif

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "spinet",
  products: [
    .executable(name: "spinet", targets: ["spinet"]),
    .library(
      name: "SpinetKit",
      targets: [
        "MIDI", "Widgets", "Keyboard", "Mapping", "Engine", "Synth", "Sampler", "CsoundEngine",
        "CsoundObject", "Devices", "Session",
      ]),
  ],
  traits: [
    .trait(name: "Csound", description: "Plays .csd files; needs libcsound64-dev.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // What people run and look at
    .executableTarget(
      name: "spinet", dependencies: ["Session", "Terminal", arguments, logging], swiftSettings: house),
    .target(name: "Terminal", dependencies: ["Session"], swiftSettings: house),

    // Wiring
    .target(
      name: "Session",
      dependencies: [
        "Devices", "Synth", "Sampler", "CsoundEngine", "FaustEngine", "Engine", "Mapping", "Keyboard",
        "Widgets", "Library", logging,
      ],
      swiftSettings: optimised),
    .target(
      name: "Devices",
      dependencies: [
        "Engine", "MIDI", "Realtime", "CALSA", "CQuiet", "CPortMidi", "CSndfile", "CRealtime",
      ],
      swiftSettings: optimised),

    // Engines
    .target(
      name: "CsoundObject",
      dependencies: [
        "CsoundEngine", "Devices", "Engine", "MIDI", "Widgets", "Realtime",
        .target(name: "CCsound", condition: .when(traits: ["Csound"])),
      ],
      swiftSettings: optimised),
    .target(
      name: "Synth",
      dependencies: ["Engine", "VoiceLoops", "Voices", "DSP", "Keyboard", "Widgets", "Realtime", "CRealtime"]
        + wide,
      swiftSettings: optimised),
    .target(
      name: "FaustEngine",
      dependencies: [
        "Engine", "Mapping", "Keyboard", "Widgets", "MIDI", "Documents", "Realtime", "CFaust", "CRealtime",
      ], swiftSettings: optimised),
    .target(
      name: "Sampler", dependencies: ["Engine", "DSP", "Keyboard", "Widgets", "Realtime", "CRealtime"],
      swiftSettings: optimised),
    .target(
      name: "CsoundEngine",
      dependencies: [
        "Engine", "Keyboard", "Widgets", "Realtime", "CRealtime",
        .target(name: "CCsound", condition: .when(traits: ["Csound"])),
      ],
      swiftSettings: optimised),
    .target(
      name: "Engine", dependencies: ["Keyboard", "Widgets", "Realtime", "Documents", "CRealtime"],
      swiftSettings: optimised),

    // Models, pure
    .target(name: "Mapping", dependencies: ["MIDI", "Widgets", "Documents"], swiftSettings: optimised),
    .target(name: "Keyboard", dependencies: ["MIDI", "Documents"], swiftSettings: optimised),
    .target(name: "Widgets", dependencies: ["Documents"], swiftSettings: optimised),
    .target(name: "VoiceLoops", dependencies: ["Voices", "DSP", "CRealtime"], swiftSettings: optimised),
    .target(name: "Voices", dependencies: ["DSP"], swiftSettings: optimised),
    .target(name: "DSP", dependencies: ["CRealtime"], swiftSettings: optimised),
    .target(name: "MIDI", swiftSettings: optimised),
    .target(name: "Library", dependencies: ["CShipped"], swiftSettings: house),
    .target(name: "Documents", dependencies: [yams], swiftSettings: optimised),
    .target(name: "Realtime", dependencies: ["CRealtime"], swiftSettings: optimised),

    // C, wrapped one room up
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CPortMidi", providers: [.apt(["libportmidi-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CCsound", providers: [.apt(["libcsound64-dev"])]),
    .target(name: "CFaust"),
    .target(name: "CQuiet", dependencies: ["CALSA"]),
    .target(name: "CRealtime"),
    .target(name: "CShipped"),
  ] + wideTargets + tests,
  swiftLanguageModes: [.v6]
)

var tests: [Target] {
  let rooms = [
    "MIDI", "Documents", "Widgets", "Keyboard", "Mapping", "DSP", "Realtime", "Engine", "Synth", "Sampler",
    "FaustEngine", "Devices", "Session", "Library", "Terminal",
  ]
  let probe = Target.target(name: "CMallocProbe", path: "Tests/CMallocProbe")
  let listening = Target.target(
    name: "Listening", dependencies: ["DSP"], path: "Tests/Listening", swiftSettings: optimised)
  let ears = ["DSP", "Synth"]
  let suites = rooms.map {
    Target.testTarget(
      name: "\($0)Tests",
      dependencies: [.init(stringLiteral: $0), "CMallocProbe"] + (ears.contains($0) ? ["Listening"] : []),
      swiftSettings: house)
  }
  return [probe, listening] + suites + [
    .testTarget(name: "HouseTests", swiftSettings: house),
    .testTarget(
      name: "CsoundEngineTests",
      dependencies: [
        "CsoundEngine", "CsoundObject", "Devices", "Mapping", "CMallocProbe",
        .target(name: "CCsound", condition: .when(traits: ["Csound"])),
      ],
      exclude: ["Fixtures"], swiftSettings: house),
    .executableTarget(
      name: "hardware", dependencies: ["Session", "Devices", "Realtime", "Widgets"],
      path: "Tests/Hardware/Suite",
      swiftSettings: optimised),
    .executableTarget(
      name: "take", dependencies: ["Synth", "Engine", "Keyboard", "Widgets", "Realtime"],
      path: "Tests/Arm64/Take", swiftSettings: house),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "MIDI", "Mapping", "Widgets", "Keyboard", "Engine", "Synth", "CsoundEngine", "Devices", "Realtime",
        "CReferenceVoice", "Listening", arguments,
      ],
      path: "Tests/Benchmarks", exclude: ["CReferenceVoice", "PeerVoices"], swiftSettings: house),
    .target(
      name: "CReferenceVoice", path: "Tests/Benchmarks/CReferenceVoice",
      cSettings: [.unsafeFlags(["-O3", "-ffast-math", "-Wno-psabi"] + wideFlags)]),
    .executableTarget(
      name: "fuzz", dependencies: ["MIDI", "Mapping", "Widgets", "Keyboard", "Engine", "Documents"],
      path: "Tests/Fuzz", swiftSettings: house),
  ]
}
