import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets

extension RequestHandler {
  /// Chooses a scene, and returns all of them.
  ///
  /// - Parameter name: a scene, `next` or `previous`; nil asks for all.
  func chooseScene(_ name: String?) throws(SpinetError) -> [SceneState] {
    let names = instrument.stage.scenes.map(\.name)
    guard let widget = instrument.scene else {
      throw SpinetError(
        .notApplicable, what: instrument.name, why: "it has no scenes", remedy: "load a stage that has some")
    }
    if let name {
      widget.set(Double(try Self.index(of: name, among: names, now: Int(widget.value))))
      performer.applySessionWidgets(at: clock.now)
    }
    return performer.scenes
  }

  private static func index(
    of name: String, among names: [String], now: Int
  ) throws(SpinetError) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    switch name {
    case "next": return (now + 1) % names.count
    case "previous": return (now + names.count - 1) % names.count
    default:
      throw SpinetError(
        .unknownName, what: "scene '\(name)'", why: "the stage has no scene of that name",
        remedy: Remedy(forUnknown: name, among: names, otherwise: Remedy(.chooseAmong, names.joinedByOr)))
    }
  }

}

extension Performer {
  /// The scenes of the stage; empty for one without.
  var scenes: [SceneState] {
    let playing = instrument.scene.map { Int($0.value) }
    return instrument.stage.scenes.enumerated().map { index, scene in
      SceneState(
        name: scene.name, isPlaying: index == playing, program: scene.program ?? index + 1,
        parts: instrument.parts.map(\.part.name).filter(scene.plays))
    }
  }

  /// What a screen tells of the sound.
  var soundView: SoundView {
    var view = SoundView(of: instrument, scenes: scenes, sceneValues: sceneValues)
    view.outside = players.map { $0.outside.map(shown) }
    return view
  }
}
