import Foundation
import FoundationNetworking
import Session
import SpinetKit
import SpinetPanel

func check(_ name: String, _ isTrue: Bool) { print(isTrue ? "ok" : "not ok", name) }

let own = try Session()
var options = PlayOptions()
(options.midi, options.pcm, options.state, options.tag) = (.none, "none", .none, "Own Page")
let session = try LiveSession(engine: own.engine, options: options)
let panel = Panel(session.handle)
let link = try panel.serve(at: .local)
print("open \(link.url)")

let page = try String(contentsOf: URL(string: link.url)!, encoding: .utf8)
check("The panel serves its page to a program of one's own", page.contains("<title>"))
check("It is for this machine only", !link.isForOthers && panel.link == link)
panel.close()
check(
  "A panel that is closed serves nothing",
  (try? String(contentsOf: URL(string: link.url)!, encoding: .utf8)) == nil)
