import SpinetDevices
import SpinetRealtime
import SpinetSampler
import SpinetText
import SystemPackage

/// How much of each recording stays in memory.
package enum SamplePreload: Hashable, Sendable {
  case seconds(Double)
  case all
}

/// The recordings of an instrument, each read once.
///
/// A long recording that is not looped comes from the disk while it plays, and only its first frames stay in memory. They
/// are fewer where all together would take more than 150 MB.
struct SampleFiles {
  private let path: FilePath
  private let files: NamedFiles
  private let preload: SamplePreload
  private let framesPerSecond: Double
  /// What regions ask of a recording, in the order in which they name it.
  private var uses: [String: Use] = [:]
  private var order: [String] = []
  private var samples: [String: Sample] = [:]
  private var missing: [String: SpinetError] = [:]
  private(set) var firstError: SpinetError?
  private var bytesLeft = Self.mostBytes

  private struct Use {
    let place: String
    /// The furthest frame at which a note may begin.
    var offset = 0
    /// Whether a region plays it otherwise than once from its start to its end, or as its file says.
    var isTurned = false
    var followsFile = false
    /// How far above its own pitch it is played at most.
    var semitones = 0.0
    var path: FilePath
    var head: Head?
  }

  /// What a file says about its recording.
  private struct Head {
    let frameCount: Int
    let isStereo: Bool
    let framesPerSecond: Double
    let hasLoop: Bool
    let rootNote: Double?
    let depth: SampleDepth
    var bytesPerFrame: Int { depth.bytes * (isStereo ? 2 : 1) }
  }

  /// The limit for recordings that are in memory as a whole, where they are larger than in their files.
  private static let mostBytes = 4 << 30
  /// The limit for the first frames of those that come from the disk.
  private static let mostStartBytes = 150_000_000
  /// Above this many semitones a recording is read from its mip levels.
  private static let mostSemitones = 6.0

  init(of path: FilePath, _ files: NamedFiles, preload: SamplePreload, framesPerSecond: Double) {
    self.path = path
    self.files = files
    self.preload = preload
    self.framesPerSecond = framesPerSecond
  }

  subscript(region: SFZRegion) -> Sample? { samples[region.sample] }

  var missingCount: Int { missing.count }

  mutating func add(_ region: SFZRegion) {
    var use = uses[region.sample]
    if use == nil {
      order.append(region.sample)
      use = Use(place: region.place, path: files.path(of: region.sample))
    }
    guard var use else { return }
    use.offset = max(use.offset, region.furthestStart)
    use.isTurned = use.isTurned || !region.playsStraight
    use.followsFile = use.followsFile || region.loopMode == nil
    use.semitones = max(use.semitones, region.highestShift)
    uses[region.sample] = use
  }

  /// Reads all recordings, or their first frames.
  ///
  /// - Throws: if they need too much memory.
  mutating func read() throws(SpinetError) {
    for name in order { readHead(name) }
    let seconds = startSeconds()
    for name in order {
      guard let use = uses[name], missing[name] == nil else { continue }
      if let generator = SFZGenerator(rawValue: name) {
        samples[name] = generator.sample
        continue
      }
      do throws(SpinetError) {
        if let seconds, isStreamed(use) {
          samples[name] = try stream(use, seconds)
        } else {
          samples[name] = try whole(use)
        }
      } catch {
        guard bytesLeft > 0 else { throw error }
        fail(name, use, error)
      }
    }
  }

  private mutating func readHead(_ name: String) {
    guard let use = uses[name], SFZGenerator(rawValue: name) == nil else { return }
    do throws(SpinetError) {
      let reader = try SoundFileReader(path: use.path)
      uses[name]?.head = Head(
        frameCount: reader.frameCount, isStereo: reader.isStereo, framesPerSecond: reader.framesPerSecond,
        hasLoop: reader.loop != nil, rootNote: reader.rootNote, depth: reader.depth)
    } catch {
      fail(name, use, error)
    }
  }

  /// The error of a sample is reported with its line in the SFZ file.
  private mutating func fail(_ name: String, _ use: Use, _ error: SpinetError) {
    let place = use.place.isEmpty ? error.what : "\(use.place): \(error.what)"
    let told = SpinetError(error.code, what: place, why: error.why, remedy: error.remedy)
    missing[name] = told
    firstError = firstError ?? told
  }

  // MARK: From the disk

  private func isStreamed(_ use: Use) -> Bool {
    guard let head = use.head, case .seconds(let wanted) = preload else { return false }
    let isTurned = use.isTurned || use.followsFile && head.hasLoop
    let octaves = head.framesPerSecond / framesPerSecond
    let shift = use.semitones + (octaves > 1 ? 12 * (octaves - 1) : 0)
    let start = use.offset + Int(2 * wanted * head.framesPerSecond)
    return !isTurned && shift <= Self.mostSemitones && head.frameCount > start + Self.fewestStreamed
  }

  /// A recording that is hardly longer than its first frames is read as a whole.
  private static let fewestStreamed = 16_384

  /// How many seconds of each recording stay in memory; nil for all.
  private func startSeconds() -> Double? {
    guard case .seconds(let wanted) = preload else { return nil }
    let bytesPerSecond = uses.values.reduce(0.0) { sum, use in
      guard let head = use.head, isStreamed(use) else { return sum }
      return sum + head.framesPerSecond * Double(head.bytesPerFrame)
    }
    return min(wanted, Double(Self.mostStartBytes) / max(bytesPerSecond, 1))
  }

  private func stream(_ use: Use, _ seconds: Double) throws(SpinetError) -> Sample {
    let reader = try SoundFileReader(path: use.path)
    let count = min(reader.frameCount, use.offset + max(Int(seconds * reader.framesPerSecond), 256))
    var first = [Float](repeating: 0, count: count * (reader.isStereo ? 2 : 1))
    let got = first.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { reader.readFrames(from: 0, count: count, into: $0) } ?? 0
    }
    guard got == count else { throw reader.cutOff(after: got) }
    let path = use.path
    let stream = StreamedSample(
      frameCount: reader.frameCount, isStereo: reader.isStereo, depth: reader.depth, first: first
    ) { try? SoundFileReader(path: path) }
    return Sample(
      streaming: stream, framesPerSecond: reader.framesPerSecond, rootNote: reader.rootNote)
  }

  // MARK: In memory

  private mutating func whole(_ use: Use) throws(SpinetError) -> Sample {
    let reader = try SoundFileReader(path: use.path)
    // Two floats per frame: the recording, and as much again for its octaves.
    bytesLeft -= reader.frameCount * (reader.isStereo ? 16 : 8)
    guard bytesLeft > 0 else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "its samples need more than 4 GiB of memory",
        remedy: "give a smaller one")
    }
    return try Sample(
      frameCount: reader.frameCount, isStereo: reader.isStereo, framesPerSecond: reader.framesPerSecond,
      rootNote: reader.rootNote, loop: reader.loop
    ) { left, right throws(SpinetError) in try reader.read(left: left, right: right) }
  }
}

extension SoundFileReader {
  fileprivate var depth: SampleDepth { bits <= 16 ? .bits16 : bits == 24 ? .bits24 : .floats }
}

extension SoundFileReader: SampleReader {}
