import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetTime
import SpinetWidgets
import Synchronization

/// Steps through a set list: which song plays, and which one comes next, whose sounds are prepared beforehand.
///
/// The widget chooses. If a song cannot be loaded, that is told, the old song plays on, the widget goes back to it, and the
/// next step leaves the bad one out. [control-thread]
final class SetListRun {
  private(set) var list: SetListToPlay
  /// Whether it is one of the user's own, which is found by its name.
  var isOwn = false
  private let performer: Performer
  private let sounds: Sounds
  private let logger: Logger
  /// The song that was entered last; nil before the first turn.
  private(set) var current: Int?
  /// What the widget said when it was last followed.
  private var shown: Int
  /// The song that is being loaded; nil while none is.
  private var awaited: Awaited?
  /// The songs that could not be loaded since the last one that could.
  private var missing: Set<Int> = []
  /// A song whose sounds play already, although another one was chosen before it was entered.
  private var overtaken: Int?
  /// Where the song that was entered last was, when it is not in the list any more: the next one is there now.
  private var gap: Int?
  /// Whether no song of a list that begins could be loaded.
  private(set) var cannotBegin = false
  /// Whether somebody has loaded another sound since the last song began.
  private(set) var isElsewhere = false

  init(_ list: SetListToPlay, for performer: Performer, _ sounds: Sounds, logger: Logger) {
    (self.list, self.performer, self.sounds, self.logger) = (list, performer, sounds, logger)
    shown = Int(list.widget.value)
    followPrograms()
  }

  /// Takes program changes for songs. A stage with scenes takes them for these.
  func followPrograms() {
    performer.chooseSound = { [unowned self] request, _ in
      if self.list.songs.indices.contains(request.number.program - 1) {
        self.list.widget.set(Double(request.number.program - 1))
      }
    }
  }

  // MARK: Steps

  /// Goes a song forward or back, and answers when it plays.
  func step(by direction: Int, _ completion: @escaping Completion) {
    guard let wanted = song(inDirection: direction) else { return completion(.failure(end(direction))) }
    choose(wanted, completion)
  }

  /// Plays a song, also the one that was left, and answers when it plays.
  func play(_ song: Int, _ completion: @escaping Completion) {
    guard list.songs.indices.contains(song) else { return completion(.failure(list.without(song: song))) }
    if awaited?.song == song {
      awaited?.completions.append(completion)
    } else if awaited == nil, song == played {
      completion(.success(list.widget))
    } else {
      choose(song, completion)
    }
  }

  /// The song whose sounds play now, also where the next turn enters it; nil for other sounds.
  var played: Int? {
    if let awaited, awaited.plays { return awaited.song }
    return overtaken ?? (isElsewhere ? nil : current)
  }

  private func choose(_ song: Int, _ completion: @escaping Completion) {
    show(song)
    load(song)
    awaited?.completions.append(completion)
  }

  /// The next song forward or back that is not missing; nil at the end. After another sound was loaded, the song before
  /// is the one that was left.
  private func song(inDirection direction: Int) -> Int? {
    let from = awaited?.song ?? current ?? 0
    let gap = awaited == nil ? gap : nil
    if direction < 0, isElsewhere, awaited == nil, gap == nil, !missing.contains(from) { return from }
    let rest = Array(
      direction > 0
        ? list.songs.indices.suffix(from: gap ?? from + 1) : list.songs.indices.prefix(gap ?? from))
    let near = direction > 0 ? rest : rest.reversed()
    // When all of them are missing, somebody may have mended the first.
    return near.first { !missing.contains($0) } ?? near.first
  }

  private func end(_ direction: Int) -> SpinetError {
    let song = list.name(ofSong: direction > 0 ? list.songs.count - 1 : 0)
    return SpinetError(
      .notApplicable, what: list.name, why: "\(song) is the \(direction > 0 ? "last" : "first") song",
      remedy: direction > 0 ? "go back, or choose a song by its number" : "go on to the next song")
  }

  /// Follows the widget, which a pedal, a page or a program change may have moved. A pedal that comes to a song that is
  /// missing passes it by.
  private func follow() {
    let wanted = Int(list.widget.value)
    guard wanted != shown, list.songs.indices.contains(wanted) else { return }
    let from = awaited?.song ?? current ?? 0
    let isStep = abs(wanted - from) == 1 && missing.contains(wanted)
    let chosen = isStep ? song(inDirection: wanted - from) ?? wanted : wanted
    list.widget.set(Double(chosen))
    shown = chosen
    // Somebody who goes back before the next song plays loads the current one again, because the next one may be there
    // already.
    if awaited != nil || isElsewhere || chosen != current { load(chosen) }
  }

  // MARK: Loading

  /// Begins with a song, and answers when it plays.
  ///
  /// - Parameter song: from 0; nil for the first one that is there.
  func begin(with song: Int? = nil, _ completion: @escaping Completion) {
    load(song ?? 0)
    awaited?.goesOn = song == nil
    awaited?.completions.append(completion)
  }

  /// Refuses who still waits for a song, because another list plays.
  func leave() {
    for completion in awaited?.completions ?? [] { completion(.failure(passed)) }
    awaited = nil
  }

  private func load(_ song: Int) {
    let left = awaited?.completions ?? []
    if let awaited, awaited.plays { overtaken = awaited.song }
    let new = Awaited(song: song, stage: list.songs[song].entry.stage)
    awaited = new
    let reply = Reply { [answer = new.answer] response in answer.response.withLock { $0 = response } }
    sounds.order(.load(new.stage, WaitingReply(reply)))
    for completion in left { completion(.failure(passed)) }
  }

  private var passed: SpinetError {
    SpinetError(
      .engineStopped, what: list.name, why: "another song was chosen before this one was loaded",
      remedy: "choose it again")
  }

  private func popAnswer(at now: HostTime) {
    guard let awaited, let response = awaited.answer.response.withLock({ $0 }) else { return }
    self.awaited = nil
    switch response {
    case .playing:
      enter(awaited.song, at: now)
      for completion in awaited.completions { completion(.success(list.widget)) }
    case .refused(let error): refuse(awaited, error, at: now)
    default: break
    }
  }

  private func refuse(_ song: Awaited, _ error: SpinetError, at now: HostTime) {
    // Another sound was chosen, or its sender has left: it is not missing.
    let isMissing = error.code != .engineStopped
    if isMissing { missing.insert(song.song) }
    let told = list.missing(song.song, error, "\(performer.instrument.name) plays on")
    if song.completions.isEmpty || current == nil { logger.error(told) }
    if current == nil { return refuseFirst(song, told, isMissing: isMissing) }
    if let overtaken { enter(overtaken, at: now) }
    show(current ?? 0)
    for completion in song.completions { completion(.failure(told)) }
  }

  /// A list that begins goes on with the next song if one is missing, and not if somebody has chosen another sound.
  private func refuseFirst(_ song: Awaited, _ told: SpinetError, isMissing: Bool) {
    guard isMissing, song.goesOn, song.song + 1 < list.songs.count else {
      (current, isElsewhere, cannotBegin) = (song.song, true, isMissing)
      show(song.song)
      for completion in song.completions { completion(.failure(told)) }
      return
    }
    load(song.song + 1)
    show(song.song + 1)
    awaited?.completions = song.completions
  }

  private func show(_ song: Int) {
    list.widget.set(Double(song))
    shown = Int(list.widget.value)
  }

  /// The sounds of a song play: its scene, its tempo and the song beside the keys follow, and the next one is prepared.
  ///
  /// - Parameter isFirst: whether the session has begun with it, so that its tempo is as it was left.
  private func enter(_ index: Int, isFirst: Bool = false, at time: HostTime) {
    (current, isElsewhere, missing, overtaken, gap) = (index, false, [], nil, nil)
    show(index)
    let (entry, song) = (list.songs[index].entry, list.songs[index].song)
    if let song { performer.play(song, startsNow: false, at: time) } else { performer.endSong(at: time) }
    let tempo = entry.tempo ?? (song == nil && !isFirst ? performer.tempoOfSounds : nil)
    if let tempo, !performer.ports.transport.isFollowing { performer.setTempo(tempo, at: time) }
    chooseScene(of: index)
    performer.applySessionWidgets(at: time)
    logger.info("\(list.place(ofSong: index))")
    prepareNext()
  }

  private func prepareNext() {
    guard let next = current.map({ $0 + 1 }), list.songs.indices.contains(next) else { return }
    sounds.prepare(list.songs[next].entry.stage)
  }

  private func chooseScene(of song: Int) {
    let entry = list.songs[song].entry
    guard let name = entry.scene else { return }
    let scenes = performer.instrument.stage.scenes
    guard let index = scenes.firstIndex(where: { $0.name == name }), let widget = performer.instrument.scene
    else {
      let all =
        scenes.isEmpty ? "it has no scenes" : "its scenes are \(scenes.map(\.name).joined(separator: ", "))"
      let what = list.what(song, at: entry.places.scene)
      logger.warning("\(what): \(performer.instrument.name) has no scene '\(name)'; \(all)")
      return
    }
    widget.set(Double(index))
  }
}

// MARK: The file
extension SetListRun {
  /// Goes on with a list that somebody has saved. What plays goes on.
  func use(_ new: SetListToPlay, at now: HostTime) {
    let place = gap ?? current ?? 0
    let found = gap == nil ? current.flatMap { self.place(of: list.songs[$0].entry, in: new) } : nil
    let isThere = current == nil || found != nil
    let wanted = found ?? (current == nil ? 0 : min(place, new.songs.count - 1))
    let old = list
    let new = new.keepingWidgets(of: old)
    performer.replace(old.widgets, by: new.widgets, at: now)
    if let widgets = new.songWidgets { performer.backing.song?.show(on: widgets) }
    let left = awaited?.completions ?? []
    (list, awaited, missing, overtaken) = (new, nil, [], nil)
    gap = isThere ? nil : min(place, new.songs.count)
    if !isThere { isElsewhere = true }
    if current != nil { current = wanted }
    show(wanted)
    for completion in left { completion(.failure(passed)) }
    prepareNext()
  }

  /// Where a song is in another list; nil if it is not in it.
  private func place(of song: SetList.Song, in new: SetListToPlay) -> Int? {
    new.songs.firstIndex { $0.entry == song } ?? new.songs.firstIndex { $0.entry.stage == song.stage }
  }
}

extension SetListRun: Service {
  func nextMoment(after now: HostTime) -> HostTime? {
    let isAnswered = awaited.map { $0.answer.response.withLock { $0 != nil } } ?? false
    return isBeginning || isAnswered ? now : nil
  }

  /// Whether the sounds of the song that the widget says play already, and nothing else of it.
  private var isBeginning: Bool { current == nil && awaited == nil }

  func turn(at now: HostTime, isReady: Bool) {
    if isBeginning { enter(shown, isFirst: true, at: now) }
    popAnswer(at: now)
    follow()
  }
}

extension SetListRun: PerformanceListener {
  /// Somebody has loaded a sound that is not the song that was asked for.
  func changed(_ change: InstrumentChange) {
    guard !change.request.isSame, let name = change.request.name, name != awaited?.stage else { return }
    (isElsewhere, overtaken) = (true, nil)
    let next = current.map { $0 + 1 }.flatMap { list.songs.indices.contains($0) ? $0 : nil }
    let rest = next.map { "the next song is " + list.name(ofSong: $0) } ?? "it was the last song"
    let left = current.map { list.name(ofSong: $0) } ?? "it"
    logger.info("\(list.name): \(left) was left for \(change.new.name); \(rest)")
  }
}
