import Glibc
import SpinetTools
import Testing

/// In the time zone of this machine, so whole hours are compared.
struct TimeOfDaySpanTests {
  private static let hour: Int64 = 3_600_000_000_000
  /// Noon of a day in local time.
  private static let noon: Int64 = {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_isdst) = (126, 10, 23, 12, -1)
    return Int64(mktime(&date)) * 1_000_000_000
  }()

  @Test(arguments: [
    ("10:00..11:30", -2, -0.5), ("11:00:00..12:00", -1, 0), ("23:00..01:00", -13, -11),
    ("13:00..14:00", -23, -22),
    ("2026-11-22 10:00..11:00", -26, -25), ("2026-11-21 23:00..2026-11-22 10:00", -37, -26),
    ("09:00..09:00", -3, -3),
  ])
  func `A span is the last one that has begun`(text: String, begin: Double, end: Double) {
    let hours = TimeOfDaySpan(text, before: Self.noon).map { span in
      [span.moments.lowerBound, span.moments.upperBound].map { Double($0 - Self.noon) / Double(Self.hour) }
    }
    #expect(hours == [begin, end])
  }

  @Test(arguments: [
    "", "..", "10:00", "10..11", "10:00..", "..11:00", "25:00..26:00", "10:60..11:00", "10:00:60..11:00",
    "a:b..c:d",
    "2026-13-01 10:00..11:00", "2026-11-22 11:00..2026-11-21 10:00", "2026-11-22..10:00", "-1:00..2:00",
    "10:00...11:00",
  ])
  func `Other texts are none`(text: String) { #expect(TimeOfDaySpan(text, before: Self.noon) == nil) }
}
