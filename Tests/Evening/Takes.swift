import Foundation
import SpinetRealtime

/// What was heard while something was recorded, written down by the sound cards, and the files that must hold it.
final class Takes {
  /// A block of a card.
  struct Block {
    let time: HostTime
    let framesPerSecond: Int
    /// Left and right in turn.
    let samples: [Float]
    /// Whether the card had a recorder.
    let isRecorded: Bool
  }

  /// One recording.
  struct Take {
    /// The files that were there before.
    let others: Set<String>
    /// When its first file was open.
    var startedAt: HostTime?
    /// When somebody asked for its end.
    var endedAt: HostTime?
    /// Since when the disk may have refused something.
    var refusedSince: HostTime?
    var blocks: [Block] = []
  }

  private let world: World
  private let home: Home
  /// The recording that runs; nil for none.
  private(set) var current: Take?
  /// The recording that a kill has cut off, until the next instrument has completed it.
  private var cutOff: Take?
  /// Whether the disk has refused a part of a recording of this instrument.
  var hasLost = false
  /// How many seconds of sound were found in files.
  private(set) var seconds = 0.0

  /// What a kill may take from the end of a recording, in seconds.
  private static let mostLost = 1.0

  init(_ world: World, _ home: Home) { (self.world, self.home) = (world, home) }

  var isRecording: Bool { current != nil }
  /// Whether what a kill has cut off may not be complete yet.
  var isCompleting: Bool { cutOff != nil }

  // MARK: What happens

  /// Somebody asks for a recording.
  func begin(_ disk: EveningDisk) {
    let isWell = disk.health == .well && disk.answersAt <= world.now
    current = Take(others: home.recordings, refusedSince: isWell ? nil : world.now)
    if !isWell { hasLost = true }
  }

  /// The first file is open.
  func started() { current?.startedAt = world.now }

  /// It could not begin.
  func withdraw() { current = nil }

  /// Somebody asks for its end.
  func ending() { current?.endedAt = world.now }

  func diskIsIll() {
    guard let take = current else { return }
    current?.refusedSince = take.refusedSince ?? world.now
    hasLost = true
  }

  func hear(_ block: Block) { current?.blocks.append(block) }

  /// The files are complete.
  func ended() {
    guard let take = current else { return }
    current = nil
    check(take, mostLost: 0)
  }

  /// The instrument is killed: the disk stays as it is now.
  func kill() {
    cutOff = current ?? cutOff
    current = nil
    home.keepRecordings()
  }

  /// An instrument has had the time to complete what a kill has cut off.
  func completed() {
    guard let take = cutOff else { return }
    cutOff = nil
    check(take, mostLost: Self.mostLost)
  }

  // MARK: What must be true then

  private func check(_ take: Take, mostLost: Double) {
    let names = home.recordings.subtracting(take.others).sorted { ($0.count, $0) < ($1.count, $1) }
    if let wrong = wrong(take, names, mostLost: mostLost) {
      world.fail("the recording \(names.joined(separator: ", ")): \(wrong)")
    }
    for name in names { home.remove(recording: name) }
  }

  private func wrong(_ take: Take, _ names: [String], mostLost: Double) -> String? {
    if let missed = take.missedBlock { return "what was heard at \(missed.seconds) is not recorded" }
    var files: [WaveFile] = []
    for name in names {
      guard let file = WaveFile(home.bytes(ofRecording: name)) else { return "\(name) cannot be played" }
      if !file.samples.isEmpty { files.append(file) }
    }
    for sound in take.sounds {
      let isNext = files.first.map { $0.framesPerSecond == sound.framesPerSecond } ?? false
      if isNext, let wrong = compare(files.removeFirst(), sound, take, mostLost: mostLost) { return wrong }
      guard isNext || take.refusedSince != nil || sound.seconds <= mostLost else {
        return "\(sound.seconds) s at \(sound.framesPerSecond) Hz have no file"
      }
    }
    return files.isEmpty ? nil : "\(files.count) files are no recording of this evening"
  }

  private func compare(_ file: WaveFile, _ sound: Sound, _ take: Take, mostLost: Double) -> String? {
    let (kept, heard) = (file.samples.count, sound.samples.count)
    if kept > heard { return "it has \(kept / 2) frames, but \(heard / 2) were heard" }
    // Where the disk was slow, frames are missing in the middle.
    let certain = take.refusedSince.map { min(kept, sound.count(before: $0)) } ?? kept
    if let index = (0..<certain).first(where: { !file.holds(sound.samples[$0], at: $0) }) {
      return
        "frame \(index / 2) of \(kept / 2) is \(file.samples[index]), not \(sound.samples[index] * 0x1p23)"
    }
    let needed =
      take.refusedSince.map { sound.count(before: $0.advanced(bySeconds: -Self.mostLost)) } ?? heard
    let missing = Double(needed - kept) / 2 / Double(sound.framesPerSecond)
    if missing > mostLost { return "\(missing) s are missing of \(sound.seconds) s" }
    seconds += Double(kept) / 2 / Double(sound.framesPerSecond)
    return nil
  }

  /// What belongs into one file.
  fileprivate struct Sound {
    let framesPerSecond: Int
    var samples: [Float] = []
    /// For each block, when it was heard and what was heard until then.
    var ends: [(time: HostTime, count: Int)] = []

    var seconds: Double { Double(samples.count) / 2 / Double(framesPerSecond) }

    func count(before time: HostTime) -> Int { ends.last { $0.time < time }?.count ?? 0 }
  }
}

extension Takes.Take {
  /// When something was heard that the card did not record, although the recording ran.
  fileprivate var missedBlock: HostTime? {
    guard let startedAt, refusedSince == nil else { return nil }
    return blocks.first { block in
      !block.isRecorded && block.time > startedAt && endedAt.map { block.time < $0 } ?? true
    }?.time
  }

  /// A card of another rate begins another file.
  fileprivate var sounds: [Takes.Sound] {
    var sounds: [Takes.Sound] = []
    for block in blocks where block.isRecorded {
      if sounds.last?.framesPerSecond != block.framesPerSecond {
        sounds.append(Takes.Sound(framesPerSecond: block.framesPerSecond))
      }
      sounds[sounds.count - 1].samples += block.samples
      sounds[sounds.count - 1].ends.append((block.time, sounds[sounds.count - 1].samples.count))
    }
    return sounds
  }
}

/// A sound file as another program reads it: by its head, without the code that writes it.
struct WaveFile {
  private(set) var framesPerSecond = 0
  /// Left and right in turn, as integers of 24 bits.
  private(set) var samples: [Int] = []

  /// Nil if it is not a whole WAV of two channels of 24 bits.
  init?(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var offset = 12
    while offset + 8 <= bytes.count {
      let (name, size, content) = (bytes[offset..<offset + 4], number(offset + 4, 4), offset + 8)
      guard content + size <= bytes.count else { return nil }
      if name.elementsEqual("fmt ".utf8) {
        guard number(content + 2, 2) == 2, number(content + 14, 2) == 24 else { return nil }
        framesPerSecond = number(content + 4, 4)
      }
      if name.elementsEqual("data".utf8) {
        samples = stride(from: content, to: content + size - size % 6, by: 3).map { number($0, 3) }
        samples = samples.map { $0 >= 1 << 23 ? $0 - (1 << 24) : $0 }
        return
      }
      offset = content + size + size % 2
    }
    return nil
  }

  /// Whether a sample is the one that was heard, but for its rounding.
  func holds(_ heard: Float, at index: Int) -> Bool {
    let exact = Double(min(max(heard, -1), 1)) * 0x1p23
    return abs(Double(samples[index]) - exact) <= 1.5
  }
}

extension HostTime {
  /// From the start of the evening.
  fileprivate var seconds: Double { Double(nanoseconds(since: World.start)) * 1e-9 }
}
