import Glibc
import SystemPackage
import Testing

@testable import SpinetLibrary

@Suite struct FoldersTests {
  @Test(
    arguments: [
      (["HOME": "/home/me"], "/home/me/.local/state/spinet"),
      (["HOME": "/home/me", "XDG_STATE_HOME": "/kept"], "/kept/spinet"),
      (["HOME": "/home/me", "XDG_STATE_HOME": "kept"], "/home/me/.local/state/spinet"),
      (["HOME": "", "XDG_STATE_HOME": "kept"], FilePath("/tmp/spinet-\(getuid())/state")),
    ] as [([String: String], FilePath)])
  func `Widgets are kept where the environment says, unless that is relative`(
    environment: [String: String], state: FilePath
  ) {
    #expect(Folders(environment: environment).state == state)
  }

  @Test func `A runtime folder that is relative does not count`() {
    #expect(Folders(environment: ["XDG_RUNTIME_DIR": "/run/me"]).runtime == "/run/me/spinet")
    #expect(Folders(environment: ["XDG_RUNTIME_DIR": "run"]).runtime == FilePath("/tmp/spinet-\(getuid())"))
  }
}
