import SpinetRealtime

/// What the musician has done to the clock, the song and the set list, written down by himself.
final class TimeLedger {
  /// A set list: what each song is, and whether it has a song to play along, of so many quarters.
  static let list = "friday"
  static let songs: [(stage: String, tempo: Double?, quarters: Double?)] = [
    ("alder", nil, nil), ("birch", nil, 24), ("duo", 96, nil), ("cedar", nil, 24),
  ]
  /// Of the songs to play along, in their files.
  static let songTempo = 100.0

  private let world: World

  /// What the tempo is; nil while it is not known.
  var tempo: Double?
  /// The song of the list; nil while none plays.
  var index: Int?
  /// Whether another sound was loaded since.
  var isElsewhere = false
  /// Whether the transport runs; nil while it is not known.
  private(set) var isRunning: Bool?
  /// Since when what is known has been known.
  private(set) var changedAt = World.start
  /// Where the song was at a moment, from which on it runs.
  private var origin: (time: HostTime, quarters: Double)?

  init(_ world: World) { self.world = world }

  /// A new instrument runs.
  func begin() {
    (tempo, index, isElsewhere, isRunning, origin) = (nil, nil, false, false, nil)
    changedAt = world.now
  }

  var song: (stage: String, tempo: Double?, quarters: Double?)? { index.map { Self.songs[$0] } }

  /// A song of the list begins, and its tempo with it. The transport stands.
  func enter(_ index: Int) {
    (self.index, isElsewhere) = (index, false)
    stop()
    let song = Self.songs[index]
    tempo = song.tempo ?? (song.quarters == nil ? 120 : Self.songTempo)
  }

  /// Somebody has set the tempo. The song goes on from where it is.
  func set(_ tempo: Double) {
    if let position { origin = (world.now, position) }
    (self.tempo, changedAt) = (tempo, world.now)
  }

  /// Whether a song is there to play along, whichever sounds play.
  var hasSong: Bool { song?.quarters != nil }

  func start(at quarters: Double) {
    (isRunning, origin, changedAt) = (true, (world.now, quarters), world.now)
  }

  func stop() { (isRunning, origin, changedAt) = (false, nil, world.now) }

  /// Something else has the transport.
  func loseSight() { (isRunning, origin, tempo, changedAt) = (nil, nil, nil, world.now) }

  /// How long it has been known, in seconds.
  var seconds: Double { Double(world.now.nanoseconds(since: changedAt)) * 1e-9 }

  /// Where the song is now, in quarters; nil while it is not known. A song that ends stops.
  var position: Double? {
    guard isRunning == true, let origin, let tempo else { return nil }
    return origin.quarters + Double(world.now.nanoseconds(since: origin.time)) * 1e-9 * tempo / 60
  }

  func followEnd() {
    guard let position, let length = song?.quarters, position >= length else { return }
    stop()
  }
}
