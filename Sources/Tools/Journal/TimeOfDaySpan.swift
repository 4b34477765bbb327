import Glibc

/// A span of local time as a person writes it: `21:05..21:20`, `21:05:30..21:06`, `2026-11-22 21:05..21:20`.
///
/// Without a date, it is the most recent one that has begun. An end before the begin is on the next day.
package struct TimeOfDaySpan: Hashable, Sendable {
  /// In nanoseconds since 1970.
  package let moments: ClosedRange<Int64>

  /// Nil for other texts.
  ///
  /// - Parameter now: in nanoseconds since 1970.
  package init?(_ text: String, before now: Int64) {
    guard let dots = text.firstRange(of: ".."),
      let begin = Clock(text[..<dots.lowerBound]), let end = Clock(text[dots.upperBound...]),
      var first = begin.moment(on: begin.day ?? Self.day(of: now))
    else { return nil }
    if begin.day == nil, first > now, let before = begin.moment(on: Self.day(of: now), daysLater: -1) {
      first = before
    }
    let day = end.day ?? Self.day(of: first)
    guard var last = end.moment(on: day) else { return nil }
    if end.day == nil, last < first, let next = end.moment(on: day, daysLater: 1) { last = next }
    guard first <= last else { return nil }
    moments = first...last
  }

  private static func day(of moment: Int64) -> tm {
    var seconds = time_t(moment / 1_000_000_000)
    var day = tm()
    localtime_r(&seconds, &day)
    return day
  }
}

/// `21:05`, `21:05:30`, or one of them after a date.
private struct Clock {
  let day: tm?
  private let seconds: Int

  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count), let seconds = Self.seconds(words[words.count - 1]) else {
      return nil
    }
    self.seconds = seconds
    guard words.count == 2 else {
      day = nil
      return
    }
    guard let day = Self.day(words[0]) else { return nil }
    self.day = day
  }

  private static func seconds(_ text: Substring) -> Int? {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt8($0) }
    guard (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1], hour < 24,
      minute < 60
    else { return nil }
    let second = numbers.count == 3 ? numbers[2] : 0
    guard let second, second < 60 else { return nil }
    return (Int(hour) * 60 + Int(minute)) * 60 + Int(second)
  }

  private static func day(_ text: Substring) -> tm? {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year) - 1900, Int32(month) - 1, Int32(day))
    return date
  }

  /// By mktime(3), in nanoseconds since 1970.
  func moment(on day: tm, daysLater: Int32 = 0) -> Int64? {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (day.tm_year, day.tm_mon, day.tm_mday + daysLater)
    (date.tm_hour, date.tm_min, date.tm_sec) = (
      Int32(seconds / 3600), Int32(seconds / 60 % 60), Int32(seconds % 60)
    )
    // The C library determines whether daylight saving time applies.
    date.tm_isdst = -1
    let time = mktime(&date)
    return time == -1 ? nil : Int64(time) * 1_000_000_000
  }
}
