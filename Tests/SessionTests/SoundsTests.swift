import Foundation
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// The sounds of a stage of one part, whose engine is stopped.
@Suite struct SoundsTests {
  private let rig: StageRig
  private let sounds: Sounds
  private let now = HostTime(seconds: 10)

  init() throws {
    rig = try StageRig([part("a")])
    sounds = rig.sounds(quiet)
    rig.performer.news.add(sounds)
  }

  /// Orders a sound, and returns what the client was answered.
  private func load(_ name: String) -> String {
    let responses = Responses()
    sounds.order(.load(name, WaitingReply(responses.reply())))
    #expect(
      eventually {
        sounds.turn(at: now, isReady: false)
        return !responses.all.isEmpty
      })
    return responses.lines.joined()
  }

  @Test func `A sound plays when it is complete, and its client hears of it then`() throws {
    let revision = rig.performer.revision
    #expect(load("warm-pad") == "playing warm-pad")
    #expect(rig.performer.instrument.name == "warm-pad" && rig.performer.revision > revision)
  }

  @Test func `A sound that does not exist leaves the old one, with its held notes`() throws {
    rig.on(60)
    let revision = rig.performer.revision
    #expect(load("no-such-sound").contains("no-such-sound"))
    #expect(rig.holding == ["a"] && rig.performer.revision == revision)
    rig.off(60)
    #expect(rig.holding.isEmpty)
  }

  @Test func `A load that hangs blocks no other, and is answered when another sound is chosen`() throws {
    // A compiler that never ends stands for a disk that never answers.
    let folder = TemporaryFolder()
    let program = folder.path + "/hangs.dsp"
    try FilePath(program).write(Array("process = 0;".utf8))
    let sounds = try self.sounds(compiler: "exec sleep 600", in: folder)
    let (first, second) = (Responses(), Responses())
    sounds.order(.load(program, WaitingReply(first.reply())))
    sounds.turn(at: now, isReady: false)
    sounds.order(.load("warm-pad", WaitingReply(second.reply())))
    // It waits for a second, in case the first is only slow.
    sounds.turn(at: now.advanced(bySeconds: 0.9), isReady: false)
    #expect(first.all.isEmpty && second.all.isEmpty)
    #expect(sounds.nextMoment(after: now) == now.advanced(bySeconds: 1))
    let later = now.advanced(bySeconds: 1)
    #expect(
      eventually {
        sounds.turn(at: later, isReady: false)
        return !second.all.isEmpty
      })
    #expect(second.lines.joined() == "playing warm-pad")
    #expect(first.lines.joined().contains("another sound was chosen before it was loaded"), "\(first.lines)")
    #expect(rig.performer.instrument.name == "warm-pad")
  }

  @Test func `A stage that is saved while another sound is loaded does not end that load`() throws {
    let folder = TemporaryFolder()
    let (sounds, responses) = try hangingLoad(in: folder)
    sounds.order(.reload(folder.path + "/stage.yaml"))
    for second in 1...119 { sounds.turn(at: now.advanced(bySeconds: Double(second)), isReady: false) }
    #expect(responses.all.isEmpty, "\(responses.lines)")
  }

  @Test func `A load whose sender has left is given up, whether it has begun or waits`() throws {
    let folder = TemporaryFolder()
    let sounds = try self.sounds(compiler: "exec sleep 600", in: folder)
    let responses = Responses()
    let askers = [Asker(), Asker()]
    for asker in askers {
      sounds.order(.load(folder.path + "/hangs.dsp", WaitingReply(responses.reply(to: asker))))
    }
    try FilePath(folder.path + "/hangs.dsp").write(Array("process = 0;".utf8))
    sounds.turn(at: now, isReady: false)
    sounds.giveUpUnwanted()
    #expect(responses.all.isEmpty)
    for (count, asker) in [(1, askers[1]), (2, askers[0])] {
      asker.leave()
      sounds.giveUpUnwanted()
      #expect(responses.all.count == count)
    }
    #expect(responses.lines.allSatisfy { $0.contains("has left before it was loaded") }, "\(responses.lines)")
    #expect(sounds.nextMoment(after: now) == nil && rig.performer.instrument.name == "a")
  }

  @Test func `A load that takes more than two minutes is given up`() throws {
    let folder = TemporaryFolder()
    let (sounds, responses) = try hangingLoad(in: folder)
    sounds.turn(at: now.advanced(bySeconds: 119), isReady: false)
    #expect(responses.all.isEmpty)
    let limit = try #require(sounds.nextMoment(after: now))
    #expect(limit == now.advanced(bySeconds: 120))
    sounds.turn(at: limit, isReady: false)
    #expect(responses.lines.joined().contains("it has not been loaded after 120 s"), "\(responses.lines)")
    #expect(rig.performer.instrument.name == "a" && sounds.nextMoment(after: limit) == nil)
  }

  @Test(arguments: ["sf2", "dsp", "csd", "wav", "sfz", "sf3", "flac"])
  func `A pipe is refused at once`(ending: String) throws {
    let folder = TemporaryFolder()
    let pipe = "\(folder.path)/pipe.\(ending)"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(load(pipe).contains("it is not a file"))
  }

  /// A load that has begun and never ends, because its compiler does not.
  private func hangingLoad(in folder: TemporaryFolder) throws -> (Sounds, Responses) {
    let program = folder.path + "/hangs.dsp"
    try FilePath(program).write(Array("process = 0;".utf8))
    let sounds = try self.sounds(compiler: "exec sleep 600", in: folder)
    let responses = Responses()
    sounds.order(.load(program, WaitingReply(responses.reply())))
    sounds.turn(at: now, isReady: false)
    return (sounds, responses)
  }

  /// The sounds of a machine whose `faust` does this.
  private func sounds(compiler script: String, in folder: TemporaryFolder) throws -> Sounds {
    let faust = folder.path + "/faust"
    try FilePath(faust).write(Array("#!/bin/sh\n\(script)\n".utf8))
    #expect(chmod(faust, 0o700) == 0)
    var loader = InstrumentLoader(library: Catalog(environment: [:]), logger: quiet)
    loader.faustEnvironment = [
      "PATH": "\(folder.path):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path + "/cache",
    ]
    let output = SoundOutput(for: rig.performer, options: PlayOptions(), logger: quiet)
    let sounds = Sounds(for: rig.performer, output, loader, logger: quiet, wake: {})
    rig.performer.news.add(sounds)
    return sounds
  }

  @Test func `A stage that is read again does not come back after another sound was loaded`() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/mine.yaml"
    try "name: Mine\nparts:\n  one: warm-pad\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(load(file) == "playing Mine")
    let responses = Responses()
    sounds.order(.load("round-bass", WaitingReply(responses.reply())))
    // The file is saved while the other sound is loaded.
    sounds.order(.reload(file))
    #expect(load("no-such-sound").contains("no-such-sound"))
    #expect(responses.lines == ["playing round-bass"] && rig.performer.instrument.name == "round-bass")
  }

  @Test func `Program changes wait for the table of programs, and play in their order`() throws {
    let channel = Channel(status: 0)
    rig.take(.programChange(channel, program: 82))
    #expect(rig.performer.instrument.name == "a")
    sounds.take(try ProgramTable(Catalog(environment: [:])))
    rig.take(.programChange(channel, program: 89))
    let last = rig.performer.instrument.name
    #expect(last != "a")
    rig.take(.programChange(channel, program: 82))
    #expect(rig.performer.instrument.name != last)
  }
}
