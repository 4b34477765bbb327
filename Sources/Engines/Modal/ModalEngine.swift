import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Struck bodies: drums, bars, strings, tines and tone wheels, each a bank of decaying sines with noise.
///
/// Its voices are computed one after another with their modes side by side in lanes, because bodies differ more from one
/// another than the modes of one body do.
package final class ModalEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Modal"
  package let widgets: [Widget]
  package let voiceCapacity = ModalPlayer.voiceCount

  /// In the order of `ModalControls`: those of `ModalParameter`, then the effects'.
  private let controls: [Widget]
  private var player = PreparedPlayer<ModalPlayer>()

  package init() {
    let changes = WidgetChanges()
    let rows = ModalParameter.allCases.map { $0.makeWidget() } + ModalOutput.parameters
    controls = rows.map { Widget(like: $0, countedBy: changes) }
    let (parameters, effects) = (controls[..<ModalParameter.count], controls[ModalParameter.count...])
    let output = ModalParameter.masterVolume.index
    widgets = Array(parameters[..<output] + effects + parameters[output...])
  }

  /// Everything but an organ's tone falls to silence while a key is held.
  package var fades: Bool { model.map { !$0.lasts } ?? true }

  private var model: ModalModel? {
    ModalModel.allCases.first { $0.index == Int(controls[ModalParameter.model.index].value) }
  }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      ModalPlayer(widgets: controls, framesPerSecond: framesPerSecond, end: link.claimAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
