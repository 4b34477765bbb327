import MIDI
import Widgets

/// One port's controls, compiled: a table that costs the same however long the mappings are.
struct RouterPort {
  var id: PortID
  let names: [String]
  var identity: ControllerIdentity?
  var decoder = ControllerDecoder()
  private(set) var table = ControlTable()
  var slots: [ControlSlot] = []
  var bindings: [Binding] = []
  /// Which bindings tell the controller where their widgets stand, and by which slot they were heard.
  private(set) var answering: [(binding: Int, slot: Int)] = []
  /// Where among `answering` the next look begins, so that a full cable serves all in turn.
  var nextAnswer = 0
  /// Who took each note that sounds, by channel × 128 + key.
  var noteTakers = [Taker](repeating: .nobody, count: 16 * 128)
  /// Who took each pedal that is down, by channel × 3 + pedal.
  var pedalTakers = [Taker](repeating: .nobody, count: 16 * 3)

  enum Taker: UInt8, BitwiseCopyable { case nobody, mapping, keyboard }

  init(
    _ id: PortID, names: [String], identity: ControllerIdentity?, mappings: [MappingFile], widgets: WidgetSet
  ) {
    self.id = id
    self.names = names
    self.identity = identity
    compile(mappings, widgets)
  }

  /// Compiles anew; what stays the same goes on as it was, and what is held and goes away is let go.
  mutating func recompile(_ mappings: [MappingFile], _ widgets: WidgetSet) {
    let (oldSlots, oldBindings) = (slots, bindings)
    (table, slots, bindings, answering, nextAnswer) = (ControlTable(), [], [], [], 0)
    compile(mappings, widgets)
    var kept: Set<Int> = []
    // One control may have two slots, when two files share its channels between them.
    let places = Dictionary(slots.indices.map { (slots[$0].control, $0) }, uniquingKeysWith: { a, _ in a })
    for old in oldSlots {
      guard let index = places[old.control] else { continue }
      slots[index].resume(old)
      for oldIndex in old.bindings {
        let same = slots[index].bindings.first {
          bindings[$0].target.isSame(as: oldBindings[oldIndex].target)
        }
        guard let same else { continue }
        bindings[same].resume(oldBindings[oldIndex])
        kept.insert(oldIndex)
      }
    }
    Self.release(oldSlots, oldBindings, except: kept)
  }

  /// Lets go what the port holds: it has left.
  mutating func release() {
    Self.release(slots, bindings, except: [])
    forgetShown()
    for index in slots.indices { slots[index].forgetButton() }
    for index in noteTakers.indices { noteTakers[index] = .nobody }
    for index in pedalTakers.indices { pedalTakers[index] = .nobody }
    decoder = ControllerDecoder()
  }

  private static func release(_ slots: [ControlSlot], _ bindings: [Binding], except kept: Set<Int>) {
    for slot in slots where slot.isPressed {
      for index in slot.bindings where !kept.contains(index) && bindings[index].isHeld(by: slot.control) {
        var binding = bindings[index]
        binding.release()
      }
    }
  }

  /// Mappings that name ports come before those for every port; in one file, a control with a channel
  /// before the same without. The first to name a control has it.
  private mutating func compile(_ mappings: [MappingFile], _ widgets: WidgetSet) {
    let names = names + (identity?.names ?? [])
    let mine = mappings.filter { $0.applies(toPortNamed: names) }
    for mapping in mine.filter({ !$0.ports.isEmpty }) + mine.filter({ $0.ports.isEmpty }) {
      for entry in mapping.entries where entry.control.channel != nil { add(entry, widgets) }
      for entry in mapping.entries where entry.control.channel == nil { add(entry, widgets) }
    }
  }

  private mutating func add(_ entry: MappingFile.Entry, _ widgets: WidgetSet) {
    guard table.claim(entry.control, for: slots.count) else { return }
    let first = bindings.count
    for target in entry.targets {
      guard let index = widgets.index(of: target.widget) else { continue }
      var binding = Binding(target, of: entry.control, to: widgets.all[index], at: index)
      // One lamp can show one widget: the first of the line.
      if let control = target.feedback,
        !bindings[first...].contains(where: { $0.answer?.control == control })
      {
        binding.answer = FeedbackAnswer(control, isOwn: control == entry.control)
        answering.append((bindings.count, slots.count))
      }
      bindings.append(binding)
    }
    slots.append(ControlSlot(entry.control, bindings: first..<bindings.count))
  }
}

extension MappingTarget {
  /// Whether a binding to this may go on with what it knew of `other`.
  fileprivate func isSame(as other: MappingTarget) -> Bool { widget == other.widget && mode == other.mode }
}

extension Binding {
  fileprivate mutating func resume(_ old: Binding) {
    lastPosition = old.lastPosition
    ownStamp = old.ownStamp
    scaledPosition = old.scaledPosition
    detector = old.detector
    lastTurn = old.lastTurn
    if let answer = old.answer { self.answer?.resume(answer) }
  }

  /// Whether the widget stands where it stands only because the control is pressed.
  fileprivate func isHeld(by control: Control) -> Bool {
    if case .note = control.kind, target.mode == .absolute { return true }
    return target.mode == .momentary
  }
}
