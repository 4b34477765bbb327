import Foundation
import Scratch
import SpinetRealtime
import SpinetSession
import Testing

@testable import SpinetPanel

@Test func `A pong tells when the ping came, by the clock of what is heard`() throws {
  struct Pong: Decodable { let pong, time: Double }
  let rig = try PanelRig()
  let page = try rig.page()
  let begin = HostTime.now.milliseconds
  page.say(#"{"ping":7}"#)
  let pong = try JSONDecoder().decode(Pong.self, from: Data(try #require(page.next("pong")).utf8))
  #expect(pong.pong == 7)
  #expect(begin...HostTime.now.milliseconds ~= pong.time)
}
