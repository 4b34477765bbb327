import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetText
import SystemPackage

/// The Faust compiler and the C compiler, as found on `PATH`.
struct Toolchain {
  let faust: Tool
  let compiler: Tool
  /// For programs that call C++; nil if none is installed.
  let compilerOfCPlusPlus: Tool?

  /// An executable, and what distinguishes its versions.
  struct Tool: Hashable {
    let path: FilePath
    /// The path, size and modification time of the file.
    let identity: String
  }

  init(environment: [String: String]) throws(SpinetError) {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map {
      FilePath(String($0))
    }
    func find(_ names: [String]) -> Tool? {
      for name in names {
        for folder in folders {
          if let tool = Tool(path: folder.appending(name)) { return tool }
        }
      }
      return nil
    }
    guard let faust = find(["faust"]) else {
      throw SpinetError(
        .notInstalled, what: "faust", why: "the Faust compiler is not installed",
        remedy: "install it: apt-get install faust")
    }
    guard let compiler = find(["cc", "gcc", "clang"]) else {
      throw SpinetError(
        .notInstalled, what: "cc", why: "Faust needs a C compiler, and none is installed",
        remedy: "install one: apt-get install gcc libc6-dev")
    }
    self.faust = faust
    self.compiler = compiler
    compilerOfCPlusPlus = find(["c++", "g++", "clang++"])
  }

  /// Everything except the program on which the compiled code depends.
  var fingerprint: Fingerprint {
    Fingerprint(
      faust.identity, compiler.identity, compilerOfCPlusPlus?.identity ?? "",
      CompiledSource.frame, GroupMath.text, GroupSource.revision,
      Self.processor)
  }

  /// The features of the processor, because machines may share a cache.
  private static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "" }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let line {
      let text = String(cString: line)
      if text.hasPrefix("flags") || text.hasPrefix("Features") { return text }
    }
    return ""
  }
}

extension Toolchain.Tool {
  /// Nil for a file that cannot be executed.
  init?(path: FilePath) {
    var status = stat()
    guard access(path.string, X_OK) == 0, stat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else {
      return nil
    }
    self.path = path
    identity = "\(path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}

/// A hash of 128 bits for the names of cached files: two FNV-1a hashes of 64 bits with different initial values. It
/// protects against accidents, not against attacks.
struct Fingerprint: Hashable {
  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x9e37_79b9_7f4a_7c15

  init(_ texts: String...) {
    for text in texts { add(text.utf8) }
  }

  init(bytes: [UInt8]) { add(bytes) }

  /// Adds a part. The same bytes divided into other parts give another hash.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var count: UInt64 = 0
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x100_0000_01b3
      count &+= 1
    }
    first = (first ^ count) &* 0x100_0000_01b3
    second = (second ^ ~count) &* 0x100_0000_01b3
  }

  /// 32 hexadecimal digits.
  var text: String { [first, second].map { Self.hexadecimal($0) }.joined() }

  private static func hexadecimal(_ number: UInt64) -> String {
    String(number, radix: 16).padded(to: 16, .right, with: "0")
  }
}
