import Glibc
import SystemPackage

/// The system calls that write what must not be lost: settings, patches and the journal. A test replaces them, so that a
/// disk is full, slow, broken or read-only. Each has the result of its system call, and sets `errno`. [any-thread]
package struct Disk: Sendable {
  /// open(2) with O_CREAT.
  package var create: @Sendable (_ path: FilePath, _ flags: Int32, _ permissions: mode_t) -> Int32 = {
    open($0.string, $1 | O_CREAT, $2)
  }
  /// write(2).
  package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int = {
    Glibc.write($0, $1.baseAddress, $1.count)
  }
  /// fsync(2).
  package var flush: @Sendable (_ file: Int32) -> Int32 = { fsync($0) }
  /// rename(2).
  package var rename: @Sendable (_ old: FilePath, _ new: FilePath) -> Int32 = {
    Glibc.rename($0.string, $1.string)
  }

  /// access(2) with W_OK.
  package var allowsWriting: @Sendable (_ folder: FilePath) -> Int32 = { access($0.string, W_OK) }
  /// unlink(2).
  package var remove: @Sendable (_ path: FilePath) -> Int32 = { unlink($0.string) }

  package init() {}
}
