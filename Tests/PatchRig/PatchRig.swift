import EngineRig
import Foundation
import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetModal
import SpinetSynth
import SpinetWidgets

/// Plays a patch with the engine that it names, offline.
package struct PatchRig {
  package let patch: Patch
  package let widgets: WidgetSet
  private let send: (_ event: VoiceEvent, _ frame: Int64) -> Void
  private let render: (_ frames: Int, _ block: Int) -> (left: [Float], right: [Float])
  /// How often a storm of voices asks for memory.
  package let allocationsInAStorm: () -> UInt

  /// A note for some seconds.
  package struct Note {
    package var key: Int
    package var velocity: Double
    package var start: Double
    package var length: Double

    package init(_ key: Int, velocity: Double = 100, at start: Double = 0, for length: Double = 0.5) {
      (self.key, self.velocity, self.start, self.length) = (key, velocity, start, length)
    }
  }

  /// - Parameter settings: the values of further widgets.
  package init(_ patch: Patch, settings: [String: Double] = [:]) throws {
    switch patch.engine {
    case .synth: try self.init(patch, SynthEngine(), settings)
    case .modal: try self.init(patch, ModalEngine(), settings)
    }
  }

  private init<Played: SoundEngine>(_ patch: Patch, _ engine: Played, _ settings: [String: Double]) throws {
    self.patch = patch
    widgets = WidgetSet(engine.widgets + NoteEffectWidgets().all)
    if let problem = patch.apply(to: widgets).first { throw Problem(text: "\(problem)") }
    widgets.restore(settings)
    let rig = try EngineRig(playing: engine, prepare: engine.prepare)
    send = { rig.send($0, at: $1) }
    render = { rig.render($0, block: $1) }
    allocationsInAStorm = { rig.allocationsInAStorm() }
  }

  package struct Problem: Error, CustomStringConvertible {
    let text: String
    package var description: String { text }
  }

  /// The sound of some notes, from the first frame on. Call it once.
  package func play(_ notes: [Note], seconds: Double, block: Int = 1_024) -> (left: [Float], right: [Float]) {
    let events = notes.indices.flatMap {
      [(notes[$0].start, $0, true), (notes[$0].start + notes[$0].length, $0, false)]
    }
    for (time, index, isStart) in events.sorted(by: { $0.0 < $1.0 }) {
      let (voice, note) = (VoiceNumber(index % 64), notes[index])
      let frame = Int64(time * 48_000)
      guard isStart else {
        send(.set(voice, .gate, 0), frame)
        send(.release(voice), frame)
        continue
      }
      send(.start(voice, serial: UInt32(index)), frame)
      send(.set(voice, .freq, 440 * exp2(Double(note.key - 69) / 12)), frame)
      send(.set(voice, .gain, note.velocity / 127), frame)
      send(.set(voice, .key, Double(note.key)), frame)
      send(.set(voice, .gate, 1), frame)
    }
    return render(Int(seconds * 48_000), block)
  }
}

/// The patches that Spinet ships.
package enum ShippedPatches {
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples/patches")

  package static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  package static func patch(_ name: String) throws -> Patch {
    let file = folder.appendingPathComponent("\(name).yaml")
    return try Patch(bytes: Array(Data(contentsOf: file)), file: "\(name).yaml")
  }
}
