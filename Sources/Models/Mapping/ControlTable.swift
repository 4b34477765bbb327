import SpinetMIDI
import SpinetWidgets

/// Finds the slot of a control in constant time.
struct ControlTable {
  /// By channel and kind; -1: no slot.
  private var slotIndices = [Int32](repeating: -1, count: 16 * Self.stride)
  /// The slots of parameters, readings and controls of single notes, which are too many for a table. The key contains
  /// the channel, the number and what is numbered.
  private var parameters: [UInt32: Int32] = [:]

  /// Controllers, pairs, notes, key pressures, presses, releases, and the six kinds without a number.
  private static let stride = 128 + 32 + 128 + 128 + 128 + 128 + 6

  func slot(_ kind: Control.Kind, _ channel: Channel) -> Int? {
    let slot =
      if let index = Self.index(kind) {
        slotIndices[channel.index * Self.stride + index]
      } else {
        parameters[Self.key(kind, channel)] ?? -1
      }
    return slot < 0 ? nil : Int(slot)
  }

  /// Assigns the control to `slot` on each of these channels that is still free. Returns whether any was free.
  mutating func claim(_ control: Control, on channels: [Channel], for slot: Int) -> Bool {
    var claimed = false
    for channel in channels where self.slot(control.kind, channel) == nil {
      claimed = true
      if let index = Self.index(control.kind) {
        slotIndices[channel.index * Self.stride + index] = Int32(slot)
      } else {
        parameters[Self.key(control.kind, channel)] = Int32(slot)
      }
    }
    return claimed
  }

  private static func index(_ kind: Control.Kind) -> Int? {
    switch kind {
    case .cc(let number): Int(number & 127)
    case .cc14(let number): 128 + Int(number & 31)
    case .note(let key): 160 + Int(key & 127)
    case .poly(let key): 288 + Int(key & 127)
    case .keyOn(let key): 416 + Int(key & 127)
    case .keyOff(let key): 544 + Int(key & 127)
    case .bend: 672
    case .pressure: 673
    case .program: 674
    case .start: 675
    case .stop: 676
    case .clock: 677
    case .nrpn, .rpn, .notePitch, .noteController, .reading: nil
    }
  }

  private static func key(_ kind: Control.Kind, _ channel: Channel) -> UInt32 {
    let channel = UInt32(channel.rawValue) << 16
    return switch kind {
    case .nrpn(let number): channel | UInt32(number)
    case .rpn(let number): 1 << 24 | channel | UInt32(number)
    case .reading(let reading):
      2 << 24 | channel | UInt32(SensorReading.allCases.firstIndex(of: reading) ?? 0)
    case .notePitch(let key): 3 << 24 | channel | UInt32(key & 127)
    case .noteController(let controller):
      (controller.isRegistered ? 4 : 5) << 24 | channel | UInt32(controller.number)
    default: .max
    }
  }
}
