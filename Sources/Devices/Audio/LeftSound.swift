import CSndfile
import Glibc
import SpinetText
import SystemPackage

/// Sound files that a process has left under their temporary names, because it was killed or has crashed.
package enum LeftSound {
  package enum Outcome: Hashable, Sendable {
    /// It is complete, and has a name that no other file had.
    case completed(FilePath, seconds: Double)
    /// Nothing was in it, so it was removed; or somebody else has dealt with it.
    case gone
    /// A process still writes it.
    case inUse
    /// It cannot be read. It stays where it is.
    case damaged(FilePath)
  }

  /// The files in a folder that have a temporary name.
  package static func all(in folder: FilePath) -> [FilePath] {
    let names = (try? folder.entries()) ?? []
    return names.map { folder.appending($0) }.filter { name(of: $0) != nil }
  }

  /// Completes a file and gives it its name, or the next one that is free.
  ///
  /// - Returns: nil for a name that no temporary file has.
  package static func complete(_ temporary: FilePath) -> Outcome? {
    guard let wanted = name(of: temporary), let kind = SoundFileKind(path: wanted) else { return nil }
    guard temporary.exists else { return .gone }
    guard var file = UnfinishedFile(leftAt: temporary) else { return .inUse }
    // It got its name, and only the end of the other was missing.
    guard file.linkCount == 1 else { return remove(&file) }
    completeHead(kind, file.descriptor, temporary)
    guard let (frames, rate) = length(of: temporary) else {
      return file.byteCount < shortestSound ? remove(&file) : .damaged(temporary)
    }
    guard frames > 0 else { return remove(&file) }
    var name = wanted
    while true {
      do throws(Errno) {
        try file.name(name, replaces: false)
        return .completed(name, seconds: Double(frames) / rate)
      } catch {
        guard error == .fileExists else { return .damaged(temporary) }
        name = wanted.nextFree
      }
    }
  }

  /// A file that is shorter has at most a head.
  private static let shortestSound = 512

  private static func remove(_ file: inout UnfinishedFile) -> Outcome {
    file.remove()
    return .gone
  }

  /// `take.wav` of `take.wav.4711.part` and `take.wav.4711-2.part`; nil for other names.
  private static func name(of temporary: FilePath) -> FilePath? {
    guard temporary.ending == "part", let stem = temporary.stem, let dot = stem.lastIndex(of: ".") else {
      return nil
    }
    let numbers = stem[stem.index(after: dot)...].split(separator: "-", omittingEmptySubsequences: false)
    let name = String(stem[..<dot])
    guard numbers.count <= 2, numbers.allSatisfy({ UInt32($0) != nil }), !name.isEmpty else { return nil }
    return temporary.beside(name)
  }

  private static func completeHead(_ kind: SoundFileKind, _ descriptor: Int32, _ path: FilePath) {
    switch kind {
    case .wav: WAVRepair.complete(descriptor)
    case .aiff: break  // Its head is at most a second old.
    case .flac:
      if FLACLength.frames(of: path) == 0 { _ = FLACLength.write(FLACLength.countFrames(of: path), to: path) }
    }
  }

  private static func length(of path: FilePath) -> (frames: Int, rate: Double)? {
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else { return nil }
    sf_close(file)
    return (Int(info.frames), Double(max(1, info.samplerate)))
  }
}

/// Writes the sizes into the head of a WAV file according to the length of the file.
private enum WAVRepair {
  static func complete(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    var status = stat()
    guard count > 0, fstat(descriptor, &status) == 0, let format = format(bytes[..<count]) else { return }
    let frames = (Int(status.st_size) - format.samples) / format.bytesPerFrame
    if format.samples == WAVHead.byteCount, format.bytesPerFrame == 3 * format.channels {
      let head = WAVHead(channels: format.channels, framesPerSecond: format.framesPerSecond, frames: frames)
      write(head.bytes, at: 0, descriptor)
    } else {
      let size = frames * format.bytesPerFrame
      guard format.samples + size <= Int(UInt32.max) else { return }
      write(UInt32(format.samples + size - 8), at: 4, descriptor)
      write(UInt32(size), at: format.samples - 4, descriptor)
    }
  }

  private struct Format {
    var channels = 0
    var framesPerSecond = 0
    var bytesPerFrame = 0
    /// Where the samples begin.
    var samples = 0
  }

  /// Nil if the samples do not begin here.
  private static func format(_ bytes: ArraySlice<UInt8>) -> Format? {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var format = Format()
    var offset = 12
    while offset + 8 <= bytes.count {
      let (name, size, content) = (bytes[offset..<offset + 4], number(offset + 4, 4), offset + 8)
      if name.elementsEqual("data".utf8) {
        format.samples = content
        return format.bytesPerFrame > 0 && format.channels > 0 ? format : nil
      }
      if name.elementsEqual("fmt ".utf8), content + 16 <= bytes.count {
        format.channels = number(content + 2, 2)
        format.framesPerSecond = number(content + 4, 4)
        format.bytesPerFrame = number(content + 12, 2)
      }
      offset = content + size + size % 2
    }
    return nil
  }

  private static func write(_ number: UInt32, at offset: Int, _ descriptor: Int32) {
    write(withUnsafeBytes(of: number.littleEndian) { Array($0) }, at: offset, descriptor)
  }

  private static func write(_ bytes: [UInt8], at offset: Int, _ descriptor: Int32) {
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }
}
