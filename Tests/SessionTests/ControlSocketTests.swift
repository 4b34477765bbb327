import Foundation
import Glibc
import Synchronization
import Testing

@testable import Session

@Suite struct ControlSocketTests {
  let folder = TemporaryFolder()
  var folders: Folders { Folders(environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]) }

  /// Serves on a thread of its own until `body` is done.
  func serving<T>(_ socket: sending ControlSocket, _ body: () throws -> T) rethrows -> T {
    let isOver = Flag()
    let served = DispatchSemaphore(value: 0)
    let box = Box(socket)
    Thread.detachNewThread {
      while !isOver.value.load(ordering: .acquiring) {
        box.socket.serve { request in ["you said \(request)", "and that is all"] }
        usleep(1000)
      }
      served.signal()
    }
    defer {
      isOver.value.store(true, ordering: .releasing)
      served.wait()
    }
    return try body()
  }

  final class Flag: Sendable { let value = Atomic<Bool>(false) }
  final class Box: @unchecked Sendable {
    // Used by the serving thread alone once it has started.
    let socket: ControlSocket
    init(_ socket: ControlSocket) { self.socket = socket }
  }

  @Test func `A request is answered, line by line`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    let answer = try serving(socket) { try ControlClient(name: nil, folders: folders).ask("engine status") }
    #expect(answer == ["you said engine status", "and that is all"])
  }

  @Test func `The folder belongs to its owner alone`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let attributes = try FileManager.default.attributesOfItem(atPath: folders.runtime)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    #expect(FileManager.default.fileExists(atPath: socket.path))
  }

  @Test func `A socket left behind by a crash is taken over`() throws {
    try FileManager.default.createDirectory(atPath: folders.runtime, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: folders.runtime + "/Spinet.sock", contents: nil)
    _ = try ControlSocket(name: "Spinet", folders: folders)
  }

  @Test func `A name in use is refused with a remedy`() throws {
    let socket = try ControlSocket(name: "Spinet", folders: folders)
    let folders = folders
    serving(socket) {
      let error = #expect(throws: SessionError.self) { try ControlSocket(name: "Spinet", folders: folders) }
      #expect(error?.description == "'Spinet': it is running already; name a second one with '--name TAG'")
    }
  }

  @Test func `With nothing running, the client says how to start something`() {
    let folders = folders
    let error = #expect(throws: SessionError.self) { try ControlClient(name: nil, folders: folders) }
    #expect(error?.description == "instrument: none is running; start one with 'spinet play'")
  }
}
