// swift-tools-version: 6.2
import PackageDescription

let kit = Target.Dependency.product(name: "SpinetKit", package: "spinet")
let models = Target.Dependency.product(name: "SpinetModels", package: "spinet")
let panel = Target.Dependency.product(name: "SpinetPanel", package: "spinet")

/// That of the release beside which it is built; or, if a test asks for them, those that Spinet once needed. They are
/// accepted and change nothing.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["OLD_TRAITS"] == nil ? ["TLS"] : ["Csound", "FluidSynth"]

// A program that depends on Spinet, with modules and executables whose names might clash with its own.
let package = Package(
  name: "OwnInstrument",
  dependencies: [
    .package(name: "spinet", path: "../../..", traits: traits)
  ],
  targets: [
    .executableTarget(name: "note", dependencies: [.product(name: "SpinetKit", package: "spinet")]),
    .target(name: "Engine", dependencies: [models]),
    .target(name: "MIDI"),
    .target(name: "Library"),
    .target(name: "Session", dependencies: ["Engine", kit]),
    .executableTarget(name: "instrument", dependencies: ["Engine", "MIDI", "Library", "Session", kit]),
    .executableTarget(name: "models", dependencies: ["Engine", models]),
    .systemLibrary(name: "CsoundInterface", providers: [.apt(["libcsound64-dev"])]),
    .executableTarget(name: "csound-opcode", dependencies: ["CsoundInterface", kit]),
    .executableTarget(name: "page", dependencies: ["Session", kit, panel]),
    // The programs that the README and the guide show.
    .executableTarget(name: "readme-widget", dependencies: [kit]),
    .executableTarget(name: "readme-csound", dependencies: [kit]),
    .executableTarget(name: "benchmarks"), .executableTarget(name: "fuzz"),
    .executableTarget(name: "hardware"), .executableTarget(name: "take"), .executableTarget(name: "echo"),
    .executableTarget(name: "Scratch"), .executableTarget(name: "Listening"),
  ]
)
