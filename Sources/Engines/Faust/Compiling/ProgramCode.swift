import CFaust
import CRealtime
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// The loaded machine code of a program. It is unloaded with its last owner.
final class ProgramCode: Sendable {
  // Sendable because the addresses are valid while the library is loaded, and any thread may close the handle of
  // dlopen(3).
  nonisolated(unsafe) let process: FaustFunctions
  nonisolated(unsafe) let effect: FaustFunctions?
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  /// Nil for a program whose voices are computed one by one.
  let groups: GroupCode?

  /// The size of its tables, in bytes.
  let staticBytes: Int

  /// The memory for its tables, some instances of `process` and one of the effect, in bytes.
  func bytes(instances: Int) -> Int {
    staticBytes &+ process.state_size &* instances &+ (effect?.state_size ?? 0)
  }

  /// Nil for a file that is not a compiled program.
  init?(path: FilePath) {
    staticBytes = ProgramMemory.staticBytes(ofLibraryAt: path)
    guard let handle = dlopen(path.string, RTLD_NOW | RTLD_LOCAL) else { return nil }
    guard let process = FaustFunctions(of: CompiledSource.processClass, in: handle) else {
      dlclose(handle)
      return nil
    }
    self.handle = handle
    self.process = process
    effect = FaustFunctions(of: CompiledSource.effectClass, in: handle)
    groups = GroupCode(path: Self.groupPath(path))
  }

  /// The path of the code for groups of a library's voices.
  static func groupPath(_ path: FilePath) -> FilePath { path.beside("\(path.name).groups") }

  deinit { dlclose(handle) }

  /// Runs work in which the code of a program may crash. The message about a crash then names the program.
  static func running<Result, Failure: Error>(
    _ name: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let text = FixedBuffer(count: name.utf8.count + 1) { Array(name.utf8CString)[$0] }
    rt_enter_program(text.start)
    defer { rt_leave_program() }
    return try work()
  }
}

extension FaustFunctions {
  /// The functions that Faust names after a class; nil if one is missing.
  fileprivate init?(of name: String, in handle: UnsafeMutableRawPointer) {
    guard let create = dlsym(handle, "new\(name)"), let destroy = dlsym(handle, "delete\(name)"),
      let shared = dlsym(handle, "classInit\(name)"),
      let initialise = dlsym(handle, "instanceInit\(name)"),
      let clear = dlsym(handle, "instanceClear\(name)"),
      let interface = dlsym(handle, "buildUserInterface\(name)"),
      let metadata = dlsym(handle, "metadata\(name)"), let inputs = dlsym(handle, "getNumInputs\(name)"),
      let outputs = dlsym(handle, "getNumOutputs\(name)"), let compute = dlsym(handle, "compute\(name)"),
      let size = dlsym(handle, "\(name)_size")
    else { return nil }
    self.init(
      create: create, destroy: destroy, class_init: shared, instance_init: initialise, clear: clear,
      build_interface: interface,
      metadata: metadata, input_count: inputs, output_count: outputs, compute: compute,
      state_size: size.load(as: Int.self))
  }
}
