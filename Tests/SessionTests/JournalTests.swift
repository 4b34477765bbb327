import Foundation
import Glibc
import Logging
import Scratch
import SpinetEngine
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

private final class SilentEngine: SoundEngine {
  let name = "Silent"
  let widgets = [
    Widget("filter.cutoff", range: 0...100, default: 10), Widget("level", kind: .label(precision: 1)),
    Widget("hit", kind: .momentary),
  ]
  let voiceCapacity = 8
  let noteInput = NoteInput.voices
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

private let port = PortID(rawValue: 5)
private let one = Channel(status: 0)

@Suite struct JournalTests {
  private let scratch = TemporaryFolder()
  private let engine = SilentEngine()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private var folder: JournalFolder {
    JournalFolder(path: FilePath(scratch.path + "/journal"), byteLimit: 1 << 20)
  }

  private func journal(on disk: Disk = Disk()) throws -> Journal {
    let journal = try Journal(folder, logger: logger, in: surroundings(disk)) {}
    journal.begin(LoadedInstrument(name: "silent", engine: engine), sound: "silent", at: .now)
    return journal
  }

  private func surroundings(_ disk: Disk) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.disk = disk
    return surroundings
  }

  private func note(_ key: UInt8, on journal: Journal, at time: HostTime = .now) {
    journal.take(.noteOn(one, key: key, velocity: 9), from: port, isPlayed: true, at: time)
    journal.take(.noteOff(one, key: key, velocity: 9), from: port, isPlayed: true, at: time)
  }

  @Test func `Where nothing is said, it keeps 64 MB, as the guide tells`() throws {
    #expect(JournalFolder.usualLimit == 64 << 20)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let chapter = root.appending(path: "Sources/spinet/spinet.docc/Recording.md")
    let text = try String(contentsOf: chapter, encoding: .utf8)
    #expect(text.contains("up to 64 MB (`--journal SIZE`, or `none`)"))
  }

  @Test func `Who plays nothing leaves no file`() throws {
    let journal = try journal()
    journal.releasedAll(at: .now)
    journal.finish()
    #expect(folder.numbers() == [])
  }

  @Test func `What was played is read back: messages, moves, presses, touches`() throws {
    engine.widgets[0].set(20)
    let journal = try journal()
    journal.name(port, ["Keys"], at: .now)
    note(60, on: journal)
    engine.widgets[0].set(30)
    engine.widgets[1].set(1)
    engine.widgets[2].press()
    journal.recordMoves(at: .now)
    journal.take(FingerInput(1, .down, x: 0.5, y: 0.5), of: ClientID(number: 1), at: .now)
    journal.take(.timingClock, from: port, isPlayed: false, at: .now)
    journal.finish()
    let take = try #require(folder.takes().first)
    #expect(take.instrument.sound == "silent" && take.notes == 2)
    #expect(take.sources == [5: ["Keys"]])
    let names = take.instrument.widgets
    #expect(take.state[names.firstIndex(of: "filter.cutoff") ?? 0] == 20)
    let moves = take.entries.compactMap { entry -> String? in
      guard case .move(let widget, let value) = entry.event else { return nil }
      return "\(names[widget]) \(value)"
    }
    #expect(moves == ["filter.cutoff 30.0", "hit 1.0"])
    #expect(take.entries.count == 5)
  }

  @Test func `What plays a take again is not played by hands`() throws {
    let journal = try journal()
    let client = ClientID(number: 3)
    #expect(client.replaying.port != client.port && ClientID.isPort(client.replaying.port))
    for port in [client.port, client.replaying.port] {
      let strike = MIDIMessage.noteOn(Channel(status: 0), key: 60, velocity: 90)
      journal.heard(.midi1(strike), from: port, [.unmapped], at: .now)
    }
    journal.finish()
    #expect(folder.takes().map(\.notes) == [1])
  }

  @Test func `The moments are those of the messages, whenever they are written`() throws {
    let journal = try journal()
    let now = HostTime.now
    for index in 0..<4 { note(60, on: journal, at: now.advanced(bySeconds: Double(index) * 0.25)) }
    journal.finish()
    let take = try #require(folder.takes().first)
    #expect(abs(take.seconds - 0.75) < 1e-6)
    let wall = Double(take.begin) * 1e-9 - Date().timeIntervalSince1970
    #expect(abs(wall) < 60)
  }

  @Test func `The segments stay within the bound, and the newest are kept`() throws {
    let journal = try journal()
    let queueLimit = 4000
    for round in 0..<10 {
      for key in 0..<queueLimit / 2 { note(UInt8(key % 128), on: journal) }
      journal.recordMoves(at: .now)
      #expect(eventually { folder.numbers().count >= min(round, 3) })
      usleep(60_000)
    }
    journal.finish()
    let sizes = folder.numbers().map { (try? InputFile.bytes(at: folder.file($0), remedy: ""))?.count ?? 0 }
    #expect(sizes.reduce(0, +) <= 1 << 20)
    #expect(folder.numbers().count > 3)
    // A take whose begin is gone is still read, because every segment says what plays.
    #expect(folder.takes().last?.instrument.name == "silent")
  }

  @Test func `Two runs are two takes, and the second begins a file of its own`() throws {
    for _ in 0..<2 {
      let journal = try journal()
      note(60, on: journal)
      journal.finish()
    }
    #expect(folder.numbers() == [1, 2])
    #expect(folder.takes().map(\.notes) == [1, 1])
  }

  @Test func `A full disk loses nothing that fits in memory, and is told`() throws {
    let disk = FullDisk()
    let journal = try journal(on: disk.disk)
    disk.room.store(100, ordering: .relaxed)
    note(60, on: journal)
    #expect(eventually { disk.refusals.load(ordering: .relaxed) > 0 })
    note(62, on: journal)
    disk.room.store(.max, ordering: .relaxed)
    journal.finish()
    #expect(folder.takes().map(\.notes) == [2])
  }

  @Test func `After records were lost, what follows is read with the right widgets`() throws {
    try JournalQueue(capacity: 16_384).separate { try checkLosses($0, $1) }
  }

  private func checkLosses(_ queue: consuming JournalProducer, _ consumer: consuming JournalConsumer) throws {
    var queue = queue
    let disk = FullDisk()
    let other = LoadedInstrument(name: "other", engine: OtherEngine())
    var writer = JournalWriter(folder, consumer, notify: {}, in: surroundings(disk.disk))
    func push(_ instrument: LoadedInstrument) {
      let record = JournalInstrument(
        name: instrument.name, sound: instrument.name, parts: [], widgets: instrument.widgets.names)
      queue.push(JournalRecord(.instrument, time: 1), .init(bytes: record.bytes))
    }
    push(LoadedInstrument(name: "silent", engine: engine))
    queue.push(JournalRecord(.move, widget: 0, 1, time: 2))
    writer.writeAll()
    disk.room.store(0, ordering: .relaxed)
    // More than is kept for a full disk.
    for index in 0..<200_000 {
      queue.push(JournalRecord(.move, widget: 0, Double(index), time: 3))
      if index % 10_000 == 0 { writer.writeAll() }
    }
    writer.writeAll()
    push(other)
    queue.push(JournalRecord(.move, widget: 0, 5, time: 4))
    writer.writeAll()
    #expect(queue.lostCount > 0)
    disk.room.store(.max, ordering: .relaxed)
    writer.writeAll()
    queue.push(JournalRecord(.move, widget: 0, 6, time: 5))
    writer.writeAll()
    // The first is larger than the journal may be.
    #expect(folder.numbers() == [2])
    let last = try #require(
      JournalSegment(bytes: Array(Data(contentsOf: URL(filePath: folder.file(2).string)))))
    var names: [String] = []
    last.read(isContinuation: true) { entry in
      if case .instrument(let instrument) = entry.event { names.append(instrument.name) }
    }
    #expect(names == ["other"])
  }
}

private final class OtherEngine: SoundEngine {
  let name = "Other"
  let widgets = [Widget("osc.mix")]
  let voiceCapacity = 8
  let noteInput = NoteInput.voices
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

/// A disk with so many bytes of room.
private final class FullDisk: Sendable {
  let room = Atomic<Int>(.max)
  let refusals = Atomic<Int>(0)

  var disk: Disk {
    var disk = Disk()
    disk.write = { [self] file, bytes in
      let count = min(bytes.count, room.load(ordering: .relaxed))
      guard count > 0 else {
        refusals.wrappingAdd(1, ordering: .relaxed)
        errno = ENOSPC
        return -1
      }
      if room.load(ordering: .relaxed) != .max { room.wrappingSubtract(count, ordering: .relaxed) }
      return Glibc.write(file, bytes.baseAddress, count)
    }
    return disk
  }
}
