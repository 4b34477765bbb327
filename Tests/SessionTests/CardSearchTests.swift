import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import Synchronization
import Testing

@testable import SpinetSession

struct CardSearchTests {
  /// The cards that can be opened, and those that were.
  private final class Cards: Sendable {
    let there = Mutex<Set<String>>([])
    let opened = Mutex<[String]>([])

    func open(_ request: OutputRequest) throws(SpinetError) -> any AudioOutput {
      guard there.withLock({ $0.contains(request.pcm) }) else {
        throw SpinetError(.deviceLost, what: request.pcm, why: "it is away", remedy: "plug it in")
      }
      opened.withLock { $0.append(request.pcm) }
      return DeafOutput(request)
    }
  }

  private let cards = Cards()
  private let engine = CountingEngine()

  private func search(_ change: (inout PlayOptions) -> Void = { _ in }) -> CardSearch {
    var options = PlayOptions()
    options.pcm = "USB"
    change(&options)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var surroundings = Surroundings()
    surroundings.open = { [cards] request throws(SpinetError) in try cards.open(request) }
    surroundings.tryOpen = { [cards] in try? cards.open($0) }
    return CardSearch(options, logger: logger, in: surroundings)
  }

  @Test(
    arguments: [
      (["USB", "default"], false, "USB"), (["default"], false, "default"), (["none"], false, "none"),
      (["default", "none"], true, "none"), ([], false, nil),
    ] as [(Set<String>, Bool, String?)])
  func `The wanted card is opened, or what may replace it`(
    there: Set<String>, isOnly: Bool, expected: String?
  ) {
    cards.there.withLock { $0 = there }
    var search = search { $0.staysOnPCM = isOnly }
    let output = try? search.open(for: engine, isFirst: true)
    #expect(output?.format.pcm == expected)
    #expect(output.flatMap { search.standIn(playing: $0.format.pcm) } == (expected == "USB" ? nil : expected))
  }

  @Test func `A card that is required must be there at the start, and may be missing later`() throws {
    cards.there.withLock { $0 = ["default"] }
    var search = search { $0.requiresPorts = true }
    #expect(throws: SpinetError.self) { try search.open(for: engine, isFirst: true) }
    #expect(try search.open(for: engine, isFirst: false).format.pcm == "default")
  }

  @Test func `What a person chooses is opened alone, and forgotten when it fails`() throws {
    cards.there.withLock { $0 = ["USB", "default"] }
    var search = search()
    let old = search.want(OutputRequest(pcm: "HDMI"))
    #expect(search.wanted == "HDMI")
    #expect(throws: SpinetError.self) { try search.openWanted(for: engine) }
    #expect(cards.opened.withLock { $0 } == [])
    search = old
    #expect(search.wanted == "USB" && search.request.pcm == "USB")
  }

  @Test(.timeLimit(.minutes(1))) func `Another thread opens the wanted card when it comes`() throws {
    cards.there.withLock { $0 = ["default"] }
    var search = search()
    let status = try search.open(for: engine, isFirst: true).status
    #expect(search.nextMoment(status) != nil)
    cards.there.withLock { $0 = ["default", "USB"] }
    var found: (any AudioOutput)?
    #expect(
      eventually {
        found = search.find(while: status, for: engine)
        return found != nil
      })
    #expect(found?.format.pcm == "USB")
    #expect(found.map { search.nextMoment($0.status) == nil } == true)
  }
}
