import Foundation
import Testing

/// Each promise of the guide has a test of that name.
struct PromiseTests {
  private static let promises: [(promise: String, test: String)] = {
    let page = (try? Repository.text(of: "Sources/spinet/spinet.docc/Promises.md")) ?? ""
    return page.matches(of: /(?m)^\| (.+) \| (.+) \|$/).map { (String($0.1), String($0.2)) }
      .filter { $0.0 != "promise" }
  }()

  /// The names of all tests: of Swift, of the command line and of the browsers.
  private static let tests: Set<String> = {
    let files = [".swift", ".sh", ".py"].flatMap { Repository.files(below: "Tests", ending: $0) }
    var names: Set<String> = []
    for file in files where !file.contains("/HouseTests/") {
      guard let text = try? Repository.text(of: file) else { continue }
      names.formUnion(text.matches(of: /func `([^`]+)`\(/).map { String($0.1) })
      names.formUnion(
        text.matches(of: /(?m)^\s*(?:scenario(?:_alone)?|check) "([^"]+)"/).map { String($0.1) })
      names.formUnion(text.matches(of: /(?m)^check\("([^"]+)"/).map { String($0.1) })
    }
    return names
  }()

  @Test func `Each line names a test that there is, and each a different one`() {
    #expect(Self.promises.count > 20 && Self.tests.count > 1000)
    for (promise, test) in Self.promises { #expect(Self.tests.contains(test), "\(promise) \(test)") }
    #expect(Set(Self.promises.map(\.test)).count == Self.promises.count)
  }
}
