import CFaust
import Glibc

/// The machine code of a program, for as long as somebody holds it.
final class ProgramCode: Sendable {
  // Sendable because these are addresses of code, which stays while the library is loaded, and a handle of
  // dlopen(3), which any thread may close.
  nonisolated(unsafe) let process: FaustFunctions
  nonisolated(unsafe) let effect: FaustFunctions?
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Nil for what is no library of ours.
  init?(path: String) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
    guard let process = FaustFunctions(of: CompiledSource.processClass, in: handle) else {
      dlclose(handle)
      return nil
    }
    self.handle = handle
    self.process = process
    effect = FaustFunctions(of: CompiledSource.effectClass, in: handle)
  }

  deinit { dlclose(handle) }
}

extension FaustFunctions {
  /// The functions whose names end in a class's, as Faust writes them; nil if one is missing.
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
