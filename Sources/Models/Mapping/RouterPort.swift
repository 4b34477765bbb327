import SpinetMIDI
import SpinetWidgets

/// The controls of one port, compiled into a table. The time for a message does not depend on the length of
/// the mappings.
struct RouterPort {
  var id: PortID
  let names: [String]
  var identity: ControllerIdentity?
  /// The widgets that it never moves, by their names; nil if it may move all.
  let leavesAlone: (@Sendable (String) -> Bool)?
  /// Whether the mappings have changed since the port was compiled. A disconnected port is compiled when it returns.
  var isStale = false
  var decoder = ControllerDecoder()
  private(set) var table = ControlTable()
  var slots: [ControlSlot] = []
  var bindings: [Binding] = []
  /// The bindings with feedback. Each has the slot whose channel it uses.
  private(set) var feedbackBindings: [(binding: Int, slot: Int)] = []
  /// The index in `feedbackBindings` at which the next call of `feedback` begins, so that each one gets its turn on a slow
  /// cable.
  var nextAnswer = 0
  /// Who took each sounding note, by channel × 128 + key.
  var noteOwners = [NoteOwner](repeating: .free, count: 16 * 128)
  /// Who took each pressed pedal, by channel × 3 + pedal.
  var pedalOwners = [NoteOwner](repeating: .free, count: 16 * 3)

  enum NoteOwner: UInt8, BitwiseCopyable { case free, mapping, keyboard }

  init(
    _ id: PortID, names: [String], identity: ControllerIdentity?, mappings: [Mapping], widgets: WidgetSet,
    scope: WidgetScope, leavesAlone: (@Sendable (String) -> Bool)? = nil
  ) {
    self.id = id
    self.names = names
    self.identity = identity
    self.leavesAlone = leavesAlone
    compile(mappings, widgets, scope)
  }

  /// Compiles new mappings. Bindings that have not changed keep their state. Widgets that are held but no longer mapped
  /// are released.
  mutating func recompile(_ mappings: [Mapping], _ widgets: WidgetSet, _ scope: WidgetScope) {
    isStale = false
    let (oldSlots, oldBindings) = (slots, bindings)
    (table, slots, bindings, feedbackBindings, nextAnswer) = (ControlTable(), [], [], [], 0)
    compile(mappings, widgets, scope)
    var kept: Set<Int> = []
    // A control has several slots if files or parts share its channels between them.
    let slotIndices = Dictionary(grouping: slots.indices) { slots[$0].control }
    for old in oldSlots {
      guard let alike = slotIndices[old.control] else { continue }
      let index = alike.first { !Set(slots[$0].channels).isDisjoint(with: old.channels) } ?? alike[0]
      slots[index].resume(old)
      if old.sendsLSB { recordLSB(ofBindings: slots[index].bindings) }
      for oldIndex in old.bindings {
        let same = slots[index].bindings.first {
          bindings[$0].target.isSame(as: oldBindings[oldIndex].target)
            && bindings[$0].widget === oldBindings[oldIndex].widget
        }
        guard let same else { continue }
        bindings[same].resume(oldBindings[oldIndex])
        kept.insert(oldIndex)
      }
    }
    Self.release(oldSlots, oldBindings, except: kept)
  }

  /// Call it when the control of these bindings has sent an LSB.
  mutating func recordLSB(ofBindings range: Range<Int>) {
    for index in range { bindings[index].recordLSB() }
  }

  /// Releases everything that the port holds, because it was disconnected.
  mutating func release() {
    Self.release(slots, bindings, except: [])
    forgetShown()
    for index in slots.indices { slots[index].forgetButton() }
    for index in noteOwners.indices { noteOwners[index] = .free }
    for index in pedalOwners.indices { pedalOwners[index] = .free }
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

  /// The first line that names a control gets it. The mappings are in order of their strength; in each of them, a
  /// control with a channel comes before the same control without one.
  private mutating func compile(_ mappings: [Mapping], _ widgets: WidgetSet, _ scope: WidgetScope) {
    let names = names + (identity?.names ?? [])
    // Every file may name sensors, because they are not ports.
    let mine = id == .readings ? mappings : mappings.filter { $0.applies(toPortNamed: names) }
    for mapping in mine {
      for entry in mapping.entries where entry.control.channel != nil { add(entry, widgets, scope, names) }
      for entry in mapping.entries where entry.control.channel == nil { add(entry, widgets, scope, names) }
    }
  }

  /// A line moves different widgets on different channels if the channels play different parts.
  private mutating func add(
    _ entry: Mapping.Entry, _ widgets: WidgetSet, _ scope: WidgetScope, _ names: [String]
  ) {
    let channels = entry.control.channel.map { [$0] } ?? Channel.all
    let found = entry.targets.map { indices(of: $0.widget, in: widgets) }
    guard found.contains(where: { $0.count > 1 }) else { return add(entry, found, on: channels, widgets) }
    var groups: [(meaning: [[Int]], channels: [Channel])] = []
    for channel in channels {
      let meaning = zip(entry.targets, found).map { target, found in
        found.isEmpty ? [] : scope.indices(of: target.widget, in: widgets, names, channel)
      }
      if let index = groups.firstIndex(where: { $0.meaning == meaning }) {
        groups[index].channels.append(channel)
      } else {
        groups.append((meaning, [channel]))
      }
    }
    for group in groups { add(entry, group.meaning, on: group.channels, widgets) }
  }

  /// The widgets of a name, or none if the port leaves them alone.
  private func indices(of name: String, in widgets: WidgetSet) -> [Int] {
    leavesAlone?(name) == true ? [] : widgets.indices(of: name)
  }

  /// If the instrument has none of a line's widgets, the line leaves its control to a later line, to the keyboard, or
  /// to a program that receives MIDI itself. A line that names no widgets keeps its control silent.
  ///
  /// - Parameter meaning: for each target, the indices of the widgets that it moves.
  private mutating func add(
    _ entry: Mapping.Entry, _ meaning: [[Int]], on channels: [Channel], _ widgets: WidgetSet
  ) {
    let moves = meaning.contains { !$0.isEmpty }
    guard moves || entry.targets.isEmpty, table.claim(entry.control, on: channels, for: slots.count) else {
      return
    }
    let first = bindings.count
    for (target, indices) in zip(entry.targets, meaning) {
      for index in indices { bind(target, of: entry.control, to: widgets.all[index], at: index, first) }
    }
    slots.append(ControlSlot(entry.control, channels: channels, bindings: first..<bindings.count))
  }

  /// - Parameter first: the first binding of the line.
  private mutating func bind(
    _ target: MappingTarget, of control: Control, to widget: Widget, at index: Int, _ first: Int
  ) {
    var binding = Binding(target, of: control, to: widget, at: index)
    // A lamp can show only one widget: the first of the line.
    if let answer = target.feedback,
      !bindings[first...].contains(where: { $0.answer?.control == answer })
    {
      binding.answer = FeedbackAnswer(answer, isOwn: answer == control)
      feedbackBindings.append((bindings.count, slots.count))
    }
    bindings.append(binding)
  }
}

extension MappingTarget {
  /// Whether a binding to this target can continue with the state of a binding to `other`.
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

  /// Whether the widget has its value only because the control is pressed.
  fileprivate func isHeld(by control: Control) -> Bool {
    if case .note = control.kind, target.mode == .absolute { return true }
    return target.mode == .momentary
  }
}

extension RouterPort {
  /// Passes the feedback for the controller to `emit`, up to `bytes`.
  mutating func feedback(bytes: Int, _ emit: (PortID, MIDIMessage) -> Void) {
    var left = bytes
    for turn in 0..<feedbackBindings.count {
      let offset = (nextAnswer + turn) % feedbackBindings.count
      guard left > 0 else {
        nextAnswer = offset
        return
      }
      let (index, slot) = feedbackBindings[offset]
      guard let number = bindings[index].numberToShow() else { continue }
      let resolution = bindings[index].answerResolution
      bindings[index].answer?.send(number, of: resolution, on: slots[slot].channel) { message in
        left -= message.bytes.count
        emit(id, message)
      }
    }
  }

  /// Call it when the controller was disconnected: what it shows is unknown then.
  mutating func forgetShown() {
    for (index, _) in feedbackBindings { bindings[index].answer?.forget() }
  }
}
