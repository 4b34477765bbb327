import MIDI

extension RouterPort {
  /// Gives `emit` what the controller has to be told, up to `bytes` of it.
  mutating func feedback(bytes: Int, _ emit: (PortID, MIDIMessage) -> Void) {
    var left = bytes
    for turn in 0..<answering.count {
      let place = (nextAnswer + turn) % answering.count
      guard left > 0 else {
        nextAnswer = place
        return
      }
      let (index, slot) = answering[place]
      guard let number = bindings[index].numberToShow() else { continue }
      bindings[index].answer?.send(number, on: slots[slot].channel) { message in
        left -= message.bytes.count
        emit(id, message)
      }
    }
  }

  /// Nothing is known of what the controller shows.
  mutating func forgetShown() {
    for (index, _) in answering { bindings[index].answer?.forget() }
  }
}
