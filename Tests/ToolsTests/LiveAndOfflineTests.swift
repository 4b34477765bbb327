import Foundation
import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization
import SystemPackage
import Testing

@testable import SpinetTools

/// The same events, played by a live session on an output that the test drives, and rendered from a file: the same
/// samples.
@Suite(.serialized) struct LiveAndOfflineTests {
  private let folder = TemporaryFolder()

  private static let scenes = """
    name: Scenes
    parts:
      keys: {sound: electric-piano}
      bass: {sound: ladder-bass, keys: ..B2}
      pad: {sound: string-ensemble, level: -6}
    scenes:
      one: [keys, bass]
      two: {parts: [pad], set: {pad/filter.cutoff: 900}, program: 5}
    """
  private static let manuals = """
    name: Manuals
    parts:
      upper: {sound: electric-piano, channels: 1}
      lower: {sound: warm-pad, channels: 2}
    """
  private static let map = "map:\n  cc 74: {widget: filter.cutoff, range: [200, 8000]}\n"
  private static let sceneLine = "  cc 80: {widget: scene, mode: step}\n"

  @Test(.timeLimit(.minutes(2)))
  func `Scenes, pedals, bends and mapped controls sound the same live and rendered`() throws {
    try compare(
      "scenes.yaml", Self.scenes,
      [
        Event(10, .noteOn(.one, key: 60, velocity: 100)),
        Event(100, .controlChange(.one, controller: 64, value: 127)),
        Event(150, .noteOff(.one, key: 60, velocity: 64)),
        Event(200, .controlChange(.one, controller: 74, value: 20)),
        Event(300, .noteOn(.one, key: 40, velocity: 90)),
        Event(400, .programChange(.one, program: 4)),
        Event(420, .noteOn(.one, key: 67, velocity: 80)),
        Event(460, .pitchBend(.one, value: 10_000)),
        Event(500, .controlChange(.one, controller: 64, value: 0)),
        Event(600, .noteOff(.one, key: 40, velocity: 0)),
        Event(620, .controlChange(.one, controller: 80, value: 127)),
        Event(621, .controlChange(.one, controller: 80, value: 0)),
        Event(640, .noteOn(.one, key: 64, velocity: 110)),
        Event(660, .controlChange(.one, controller: 74, value: 100)),
        Event(700, .noteOff(.one, key: 67, velocity: 0)),
        Event(720, .noteOff(.one, key: 64, velocity: 0)),
      ])
  }

  // Without an instrument a song with program changes is rendered as General MIDI, and a named sound keeps playing.
  @Test(.timeLimit(.minutes(2)))
  func `Program changes choose the same sounds of a stage live and rendered`() throws {
    try compare(
      "manuals.yaml", Self.manuals,
      [
        Event(10, .noteOn(.one, key: 60, velocity: 100)),
        Event(50, .controlChange(.one, controller: 64, value: 127)),
        Event(60, .noteOff(.one, key: 60, velocity: 64)),
        Event(100, .programChange(.one, program: 16), changesSound: true),
        Event(110, .noteOn(.one, key: 64, velocity: 100)),
        Event(150, .noteOff(.one, key: 64, velocity: 100)),
        Event(250, .programChange(.two, program: 24), changesSound: true),
        Event(260, .noteOn(.two, key: 48, velocity: 100)),
        Event(300, .controlChange(.one, controller: 74, value: 90)),
        Event(350, .controlChange(.one, controller: 64, value: 0)),
        Event(400, .noteOff(.two, key: 48, velocity: 100)),
      ],
      // Live, a sound joins the mix at once and its notes come the latency later, so that the slow movement of its
      // chorus and reverb is a little further on.
      tolerance: 1e-3)
  }

  /// A message at a moment, in blocks of 64 frames.
  private struct Event {
    let block: Int
    let message: MIDIMessage
    /// Whether the sound of a part changes.
    let changesSound: Bool

    init(_ block: Int, _ message: MIDIMessage, changesSound: Bool = false) {
      (self.block, self.message, self.changesSound) = (block, message, changesSound)
    }
  }

  private static let blockFrames = 64
  private static let blocks = 800

  private func options(_ instrument: String?, hasScenes: Bool) throws -> PlayOptions {
    var options = PlayOptions()
    options.instrument = instrument
    (options.midi, options.state) = (.none, .none)
    options.periodFrames = Self.blockFrames
    options.tag = "same \(getpid())"
    let map = folder.path + "/map.yaml"
    let lines = Self.map + (hasScenes ? Self.sceneLine : "")
    try lines.write(toFile: map, atomically: true, encoding: .utf8)
    options.mappingFiles = [FilePath(map)]
    return options
  }

  private func compare(
    _ stage: String, _ text: String, _ events: [Event], tolerance: Float = 0
  ) throws {
    let path = "\(folder.path)/\(stage)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let options = try options(path, hasScenes: text == Self.scenes)
    let rendered = try render(events, options)
    let live = try play(events, options)
    #expect(rendered[0].count == Self.blocks * Self.blockFrames && live[0].count == rendered[0].count)
    #expect(rendered[0].contains { abs($0) > 0.01 })
    for (one, other) in zip(rendered, live) {
      let first = zip(one, other).enumerated().first { abs($0.element.0 - $0.element.1) > tolerance }
      #expect(first == nil, "they differ from frame \(first?.offset ?? 0) on")
    }
  }

  // MARK: Rendered

  private func render(_ events: [Event], _ options: PlayOptions) throws -> [[Float]] {
    let (song, sound) = (folder.path + "/song.mid", folder.path + "/rendered.wav")
    try Data(Self.file(of: events)).write(to: URL(filePath: song))
    let seconds = Double(Self.blocks * Self.blockFrames) / 48_000
    let render = try OfflineRender(
      RenderSource(song: song, duration: seconds), options: options, logger: Logger(label: "test"))
    _ = try render.write(to: RenderOutput(FilePath(sound), replaces: true), tailSeconds: nil)
    return try SoundFileChannels(path: FilePath(sound)).samples.map { Array($0) }
  }

  /// A MIDI file whose ticks are blocks: 375 in a quarter note of half a second.
  private static func file(of events: [Event]) -> [UInt8] {
    var track: [UInt8] = []
    var now = 0
    for event in events {
      let delta = event.block - now
      now = event.block
      track += delta < 128 ? [UInt8(delta)] : [UInt8(0x80 | delta >> 7), UInt8(delta & 127)]
      track += event.message.bytes
    }
    track += [0, 0xFF, 0x2F, 0]
    let count = track.count
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0x77] + Array("MTrk".utf8)
      + [0, 0, UInt8(count >> 8), UInt8(count & 255)] + track
  }

  // MARK: Live

  private func play(_ events: [Event], _ options: PlayOptions) throws -> [[Float]] {
    // An hour ahead of the clock, so that nothing is due before the test lets it be.
    let start = HostTime.now.advanced(bySeconds: 3600)
    let output = DrivenOutput(framesPerSecond: 48_000, periodFrames: Self.blockFrames, start: start)
    let evening = try LiveEvening(options, on: output)
    defer { evening.end() }
    var sound: [[Float]] = [[], []]
    func play(until block: Int) {
      while output.frame < Int64(block * Self.blockFrames) {
        let block = output.play(until: .max)
        for frame in 0..<block.frameCount {
          sound[0].append(block.left[frame])
          sound[1].append(block.right[frame])
        }
      }
    }
    for event in events {
      play(until: event.block)
      let seconds = Double(event.block * Self.blockFrames) / 48_000
      try evening.send(event.message, at: start.advanced(bySeconds: seconds), event.changesSound)
    }
    play(until: Self.blocks)
    // The same rounding to 24 bits.
    let path = FilePath(folder.path + "/live.wav")
    let writer = try SoundFileWriter(path: path, framesPerSecond: 48_000)
    try writer.write(interleaved: zip(sound[0], sound[1]).flatMap { [$0, $1] })
    try writer.finish()
    return try SoundFileChannels(path: path).samples.map { Array($0) }
  }
}

extension Channel {
  fileprivate static let one = Channel(status: 0)
  fileprivate static let two = Channel(status: 1)
}
