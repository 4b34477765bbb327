import Testing

/// Nothing in a session but its rim reads the time, so that a test can replace it.
struct ClockTests {
  /// Where a session meets the machine: its clock, its threads, and what other threads and processes call.
  private static let rim: Set<String> = [
    // The clock itself, and what signals do.
    "Time/SessionClock", "Live/SignalHandling",
    // Other threads and processes: programs, pages, sensors, cameras, commands.
    "Handle/InputClient", "Motion/SourceThread+Motion", "Remote/ControlClient",
    // Files of sound are written by threads of their own.
    "Output/RecordingNames",
  ]

  /// Whatever reads a clock or waits for one.
  private static func readings(in text: String) -> [String] {
    let reading =
      /\b(HostTime|Moment|Date|ContinuousClock)\.now\b|[ (]\.now\b|\b(usleep|nanosleep|clock_gettime|gettimeofday)\(|\btime\(nil\)/
      // Otherwise there is no boundary at a dot between letters.
      .wordBoundaryKind(.simple)
    return text.split(separator: "\n").map(String.init).filter { line in
      !line.drop(while: \.isWhitespace).hasPrefix("//") && line.contains(reading)
    }
  }

  @Test func `Only the rim of a session reads the time`() throws {
    var seen: Set<String> = []
    for file in Repository.swiftFiles(below: "Sources/Session") {
      let found = Self.readings(in: try Repository.text(of: file))
      let name = String(file.dropFirst("Sources/Session/".count).dropLast(".swift".count))
      if !found.isEmpty { seen.insert(name) }
      #expect(found.isEmpty || Self.rim.contains(name), "\(file): \(found)")
    }
    #expect(seen == Self.rim)
  }

  @Test func `The rule sees every way to read the time`() {
    let ways = [
      "let now = HostTime.now", "run(at: .now)", "at: HostTime.now.nanoseconds", "usleep(500)",
      "clock_gettime(CLOCK_REALTIME, &now)",
      "let moment = time(nil)", "= Date.now",
    ]
    for way in ways { #expect(Self.readings(in: way) == [way]) }
    #expect(Self.readings(in: "  // at .now\nlet now = clock.now\nclock.pause(seconds: 1)").isEmpty)
  }
}
