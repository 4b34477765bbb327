import Glibc
import Scratch
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SystemPackage
import Testing

@testable import SpinetPanel

/// Who gets in, and what a page may do.
@Suite(.serialized) struct PanelAccessTests {
  /// The answer to a request of a page.
  private func answer(_ rig: PanelRig, _ words: String) throws -> String? {
    let page = try rig.page()
    page.say("{\"ask\":[7,\(words)]}")
    return page.next("answer")
  }

  @Test(arguments: [
    #""load","/etc/passwd""#, #""load","../../etc/passwd.yaml""#, #""load","x.dsp""#, #""load","""#,
    #""record","start","/tmp/x.wav","new""#, #""record","start","x.wav","replace""#,
    #""program","","orchestra","x.orc","instr 5\nendin""#, #""program","","score","i1 0 1""#,
    #""program","","show","7","0""#, #""program","","set","7","0","0.5""#,
    #""output","file:/tmp/x","48000","128","3""#, #""panel","text","new-link""#,
  ])
  func `A page gives no paths, no code and no names that are not listed`(words: String) throws {
    let answer = try #require(try answer(PanelRig(), words))
    #expect(answer.contains(#""refused":"not-allowed""#), "\(answer)")
    #expect(!answer.contains("root:"))
  }

  @Test func `A page loads what is listed, and plays`() throws {
    let rig = try PanelRig()
    #expect(try answer(rig, #""load","warm-pad""#)?.contains("playing warm-pad") == true)
    #expect(try answer(rig, #""scene","","json""#)?.contains(#""refused":"not-applicable""#) == true)
    #expect(try answer(rig, #""note","60","100","1","0.1""#)?.contains("refused") == false)
  }

  @Test func `A page that is trusted fully may do what the user may`() throws {
    var access = PanelAccess()
    access.trust = .full
    let rig = try PanelRig(access: access)
    let answer = try answer(rig, #""load","/nowhere/x.yaml""#)
    #expect(answer?.contains("not-allowed") == false && answer?.contains("/nowhere/x.yaml") == true)
  }

  @Test func `Answers and the log name files without their folders`() {
    let names = FolderNames(.player)
    let home = String(cString: getenv("HOME"))
    let own = Catalog.current.ownFolder?.string ?? ""
    #expect(names.leftOut(of: "saved \(own)/patches/a.yaml") == "saved a.yaml")
    #expect(names.leftOut(of: "\(home)/x/b.yaml:3:1: error") == "x/b.yaml:3:1: error")
    #expect(FolderNames(.full).leftOut(of: "\(home)/x") == "\(home)/x")
  }

  // MARK: Links

  private func access(_ scratch: TemporaryFolder) -> PanelAccess {
    var access = PanelAccess()
    access.linkFile = FilePath("\(scratch.path)/panel/Spinet.yaml")
    return access
  }

  @Test func `The link works after a restart, and only its owner can read its file`() throws {
    let scratch = TemporaryFolder()
    let rig = try PanelRig(access: access(scratch))
    let link = try #require(rig.panel.link)
    rig.panel.close()
    let again = Panel(rig.handle, access: access(scratch))
    defer { again.close() }
    #expect(try again.serve(at: .local) == link)
    var status = stat()
    #expect(stat("\(scratch.path)/panel/Spinet.yaml", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat("\(scratch.path)/panel", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `A new link ends the old one, and stays`() throws {
    let scratch = TemporaryFolder()
    let rig = try PanelRig(access: access(scratch))
    let page = try rig.page()
    let (old, new) = (try #require(rig.panel.link), try rig.panel.renewLink())
    #expect(new != old && new.url.hasPrefix("http://127.0.0.1:\(rig.port)/#"))
    while page.nextFrame() != nil {}
    let stranger = try RawClient(port: rig.port)
    #expect(stranger.open(port: rig.port, token: rig.token).contains("403"))
    rig.panel.close()
    #expect(try rig.panel.serve(at: .local) == new)
  }

  @Test func `A link's file that is damaged gives a new link`() throws {
    let scratch = TemporaryFolder()
    try AtomicFile.write("token: short\nport: 99999\n", to: FilePath("\(scratch.path)/panel/Spinet.yaml"))
    let rig = try PanelRig(access: access(scratch))
    #expect(rig.token.count == 32)
    #expect(KeptLink(at: FilePath("\(scratch.path)/panel/Spinet.yaml"))?.port == rig.port)
  }

  @Test func `A port that another instrument has does not change the kept link`() throws {
    let scratch = TemporaryFolder()
    let rig = try PanelRig(access: access(scratch))
    let other = Panel(rig.handle, access: access(scratch))
    defer { other.close() }
    #expect(try other.serve(at: .local).url.hasSuffix("#\(rig.token)"))
    #expect(KeptLink(at: FilePath("\(scratch.path)/panel/Spinet.yaml"))?.port == rig.port)
  }

  @Test func `On a network without https, it is told what listening gives away, and full trust is refused`()
    throws
  {
    let rig = try PanelRig()
    rig.panel.close()
    _ = try rig.panel.serve(at: PanelAddress("lan"))
    #expect(rig.told.all.filter { $0.contains("whoever listens on this network") }.count == 1)
    var access = PanelAccess()
    access.trust = .full
    let full = Panel(rig.handle, access: access)
    defer { full.close() }
    #expect(throws: SpinetError.self) { try full.serve(at: PanelAddress("lan")) }
    #expect(try full.serve(at: .local).isForOthers == false)
  }

  @Test func `A page's name is part of the address`() {
    #expect(
      PanelLink.address("http://127.0.0.1:8/#00", openingPage: "my page/ä")
        == "http://127.0.0.1:8/?page=my%20page%2f%c3%a4#00")
  }
}
