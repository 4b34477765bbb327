import Glibc
import SpinetEngine
import SpinetRealtime

/// The programs that make machine code of Faust's language, found on `PATH` when they are needed.
struct Toolchain {
  let faust: Tool
  let compiler: Tool

  /// A program and what tells its versions apart.
  struct Tool: Hashable {
    let path: String
    /// Changes with the file: its place, size and time.
    let identity: String
  }

  /// As Faust's own scripts have them, and position-independent. Without start files, for with
  /// `-ffast-math` one of them would change how the thread that loads the library treats denormals.
  static let flags = [
    "-O3", "-ffast-math", "-march=native", "-fno-tree-vectorize", "-fPIC", "-shared", "-nostartfiles", "-w",
  ]

  init(environment: [String: String]) throws(SpinetError) {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    func find(_ names: [String]) -> Tool? {
      for name in names {
        for folder in folders {
          if let tool = Tool(path: "\(folder)/\(name)") { return tool }
        }
      }
      return nil
    }
    guard let faust = find(["faust"]) else {
      throw SpinetError(
        .device, what: "faust", why: "the Faust compiler is not there",
        remedy: "install it: apt-get install faust")
    }
    guard let compiler = find(["cc", "gcc", "clang"]) else {
      throw SpinetError(
        .device, what: "cc", why: "there is no C compiler for what Faust writes",
        remedy: "install one: apt-get install gcc libc6-dev")
    }
    self.faust = faust
    self.compiler = compiler
  }

  /// Everything but the program that decides what is made of it.
  var fingerprint: Fingerprint {
    Fingerprint(
      faust.identity, compiler.identity, Self.flags.joined(separator: " "), CompiledSource.frame,
      Self.processor)
  }

  /// What the processor can do: caches may be shared by machines.
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
  /// Nil for what cannot be run.
  init?(path: String) {
    var status = stat()
    guard access(path, X_OK) == 0, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.path = path
    identity = "\(path) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
