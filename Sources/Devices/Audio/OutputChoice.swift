import SpinetRealtime

/// Which PCM an instrument plays on: the one that was asked for whenever it can be opened, and another only while it
/// cannot.
///
/// It opens nothing: it gets what was opened and what plays, and answers what to try and when.
package struct OutputChoice: Sendable, Hashable {
  /// What was asked for.
  package let wanted: String
  /// Whether no other PCM may play in its place.
  package let isOnly: Bool
  /// The name that ALSA gave to what was asked for; nil before it was opened.
  package private(set) var home: String?
  private var nextTry = HostTime(nanoseconds: 0)

  private static let secondsBetweenTries = 1.0
  /// How long the audio thread may try its own device, which costs no interruption, before another thread tries too.
  private static let secondsUntilFirstTry = 1.0

  package init(_ wanted: String, isOnly: Bool = false) {
    self.wanted = wanted
    self.isOnly = isOnly
  }

  /// What to open, in this order, while the wanted PCM cannot be. The default PCM and `none` have nothing in their place.
  package var standIns: [String] {
    if [OutputRequest.noPCM, PlaybackLoop.defaultPCM].contains(wanted) { return [] }
    return isOnly ? [OutputRequest.noPCM] : [PlaybackLoop.defaultPCM, OutputRequest.noPCM]
  }

  /// Notes the name under which what was asked for is open.
  package mutating func arrive(at pcm: String) { home = pcm }

  /// Whether a PCM is opened as what was asked for.
  package func isWanted(_ pcm: String) -> Bool { pcm == wanted || pcm == home }

  /// The PCM that plays in place of what was asked for; nil while that plays itself.
  package func standIn(playing pcm: String) -> String? {
    standIns.isEmpty || isWanted(pcm) ? nil : pcm
  }

  /// Whether to try now to open what was asked for. The audio thread itself opens its PCM again within a second, so that
  /// a lost one is tried under other names only.
  package mutating func shouldTry(_ status: OutputStatus, at now: HostTime) -> Bool {
    guard isAway(status) else {
      nextTry = now.advanced(bySeconds: Self.secondsUntilFirstTry)
      return false
    }
    guard now >= nextTry else { return false }
    nextTry = now.advanced(bySeconds: Self.secondsBetweenTries)
    return true
  }

  /// When `shouldTry` has to be asked again; nil while what was asked for plays.
  package func nextMoment(_ status: OutputStatus) -> HostTime? { isAway(status) ? nextTry : nil }

  private func isAway(_ status: OutputStatus) -> Bool {
    guard !standIns.isEmpty else { return false }
    if case .lost = status.state { return true }
    return !isWanted(status.pcm)
  }
}
