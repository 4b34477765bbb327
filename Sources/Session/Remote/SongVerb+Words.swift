extension SongVerb {
  var words: [String] {
    switch self {
    case .play: ["play"]
    case .stop: ["stop"]
    case .locate(let bar): ["locate", "\(bar)"]
    case .loop(let bars?): ["loop", "\(bars.lowerBound)", "\(bars.upperBound)"]
    case .loop(nil): ["loop"]
    }
  }

  /// Nil for other words.
  init?(_ words: [String]) {
    let bars = words.dropFirst().compactMap { Int($0) }.filter { (1...Self.lastBar).contains($0) }
    guard bars.count == words.count - 1 else { return nil }
    switch (words[0], bars.count) {
    case ("play", 0): self = .play
    case ("stop", 0): self = .stop
    case ("locate", 1): self = .locate(bars[0])
    case ("loop", 0): self = .loop(nil)
    case ("loop", 2) where bars[0] <= bars[1]: self = .loop(bars[0]...bars[1])
    default: return nil
    }
  }
}
