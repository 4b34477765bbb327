import SpinetRealtime

/// Chooses the PCM for an instrument: the wanted one whenever it can be opened, and another one only while it cannot.
///
/// It opens nothing itself. It gets the PCMs that were opened and that play, and decides what to try and when.
package struct OutputChoice: Sendable, Hashable {
  /// The name that was asked for.
  package let wanted: String
  /// Whether no other PCM may replace it.
  package let isOnly: Bool
  /// The name that ALSA gave the wanted PCM; nil before it was opened.
  package private(set) var home: String?
  private var nextTry = HostTime(nanoseconds: 0)

  private static let secondsBetweenTries = 1.0
  /// How long only the audio thread tries to open the device again. It does that without an interruption. After that
  /// another thread tries too.
  private static let secondsUntilFirstTry = 1.0

  package init(_ wanted: String, isOnly: Bool = false) {
    self.wanted = wanted
    self.isOnly = isOnly
  }

  /// The PCMs to open instead, in this order, while the wanted one cannot be opened. The default PCM and `none` are not
  /// replaced.
  package var standIns: [String] {
    if [OutputRequest.noPCM, PlaybackLoop.defaultPCM].contains(wanted) { return [] }
    return isOnly ? [OutputRequest.noPCM] : [PlaybackLoop.defaultPCM, OutputRequest.noPCM]
  }

  /// Records the name under which the wanted PCM is open.
  package mutating func arrive(at pcm: String) { home = pcm }

  /// Whether a PCM is the wanted one.
  package func isWanted(_ pcm: String) -> Bool { pcm == wanted || pcm == home }

  /// The PCM that replaces the wanted one; nil while the wanted one plays.
  package func standIn(playing pcm: String) -> String? {
    standIns.isEmpty || isWanted(pcm) ? nil : pcm
  }

  /// Whether to try to open the wanted PCM now. The audio thread itself opens a lost PCM again within a second, so this
  /// tries it under other names only.
  package mutating func shouldTry(_ status: OutputStatus, at now: HostTime) -> Bool {
    guard isAway(status) else {
      nextTry = now.advanced(bySeconds: Self.secondsUntilFirstTry)
      return false
    }
    guard now >= nextTry else { return false }
    nextTry = now.advanced(bySeconds: Self.secondsBetweenTries)
    return true
  }

  /// When to call `shouldTry` again; nil while the wanted PCM plays.
  package func nextMoment(_ status: OutputStatus) -> HostTime? { isAway(status) ? nextTry : nil }

  private func isAway(_ status: OutputStatus) -> Bool {
    guard !standIns.isEmpty else { return false }
    if case .lost = status.state { return true }
    return !isWanted(status.pcm)
  }
}
