import CFaust
import Glibc
import SystemPackage

/// The loaded machine code that computes groups of a program's voices. It is unloaded with its last owner.
final class GroupCode: Sendable {
  // Sendable because the addresses are valid while the library is loaded, and any thread may close the handle of
  // dlopen(3).
  nonisolated(unsafe) let functions: FaustGroupFunctions
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// The size of its tables, in bytes.
  let staticBytes: Int

  /// Nil if there is none.
  init?(path: FilePath) {
    guard access(path.string, R_OK) == 0, let handle = dlopen(path.string, RTLD_NOW | RTLD_LOCAL) else {
      return nil
    }
    guard let functions = FaustGroupFunctions(in: handle) else {
      dlclose(handle)
      return nil
    }
    staticBytes = ProgramMemory.staticBytes(ofLibraryAt: path)
    self.handle = handle
    self.functions = functions
  }

  deinit { dlclose(handle) }

  /// The number of groups for a number of voices.
  static func count(voices: Int) -> Int { (voices + GroupSource.width - 1) / GroupSource.width }
}

extension FaustGroupFunctions {
  /// Nil if one is missing.
  fileprivate init?(in handle: UnsafeMutableRawPointer) {
    let name = CompiledSource.groupClass
    guard let shared = dlsym(handle, "classInit\(CompiledSource.processClass)"),
      let initialise = dlsym(handle, "init\(name)"), let load = dlsym(handle, "load\(name)"),
      let compute = dlsym(handle, "compute\(name)"), let size = dlsym(handle, "\(name)_size")
    else { return nil }
    self.init(
      class_init: shared, init: initialise, load: load, compute: compute, state_size: size.load(as: Int.self))
  }
}
