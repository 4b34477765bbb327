import Testing

/// What `Tests/run` runs.
struct SectionTests {
  @Test func `The hosted workflow runs every section, and the quick ones together`() throws {
    let workflow = try Repository.text(of: ".github/workflows/tests.yml")
    let lists = workflow.matches(of: /sections: (.*)/).map { $0.1.split(separator: " ").map(String.init) }
    #expect(lists.contains(["''"]))
    let sections = try Repository.text(of: "Tests/run").matches(of: #/\nsection (\S+) all /#)
    #expect(sections.count > 5)
    for section in sections { #expect(lists.joined().contains(String(section.1)), "\(section.1)") }
  }

  @Test func `Every folder that can be run is a part of all tests, but for the sanitizer's`() throws {
    let run = try Repository.text(of: "Tests/run")
    let folders = Repository.names(in: "Tests").filter { Repository.names(in: "Tests/\($0)").contains("run") }
    #expect(folders.count > 5)
    for folder in folders where folder != "ThreadSanitizer" {
      #expect(run.contains("Tests/\(folder)/run"), "\(folder)")
    }
    #expect(try Repository.text(of: ".ci/run").contains("Tests/run\" --all"))
  }
}
