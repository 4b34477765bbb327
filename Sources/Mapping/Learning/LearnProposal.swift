import MIDI
import Widgets

/// A control that was recognised for a widget, on its way into the mapping.
struct LearnProposal: Sendable {
  /// What becomes of lines that are in the way.
  enum Decision: Sendable { case open, replace, add }

  let learnt: RecognizedControl
  let widget: String
  let sender: LearnDialogue.Sender?
  var takesPedal = false
  /// Of the control's other widgets.
  var otherWidgets = Decision.open
  /// Of the widget's other controls.
  var otherControls = Decision.open

  /// As a mapping file names it. Pads share their notes with keys, and need their channel; of everything else
  /// channel 1 goes without saying, so that the mapping stays right when the controller's channel is changed.
  var control: Control {
    let isKey =
      switch learnt.control.kind {
      case .note, .poly: true
      default: false
      }
    let isFirst = learnt.control.channel == Channel(number: 1)
    return Control(learnt.control.kind, channel: isFirst && !isKey ? nil : learnt.control.channel)
  }

  /// Whether a line of a mapping is what this control moves.
  func isMoved(by other: Control) -> Bool {
    other.kind == learnt.control.kind
      && (other.channel == control.channel || other.channel == learnt.control.channel)
  }

  /// The mode that suits what the control is and what the widget is.
  func target(_ kind: Widget.Kind) -> MappingTarget {
    var target = MappingTarget(widget: widget)
    let isChoice = if case .choice = kind { true } else { false }
    switch learnt.nature {
    case .position, .increments: break
    case .encoder(let mode): target.mode = mode
    case .button:
      target.mode =
        kind == .momentary ? .trigger : kind == .button ? .momentary : isChoice ? .step : .toggle
    case .latch:
      target.mode = kind == .momentary ? .trigger : isChoice ? .step : .absolute
    }
    return target
  }
}
