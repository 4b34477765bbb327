import SpinetRealtime

// What the loops work on, where it stands in memory. They would copy structs of this size if these were passed by value.
// A view must not outlive the owner of the memory.

/// The parameters of a control step.
public struct VoiceParametersView: BitwiseCopyable {
  @usableFromInline let address: UnsafePointer<SynthVoiceParameters>

  @_noLocks public init(_ owner: borrowing FixedValue<SynthVoiceParameters>) {
    address = UnsafePointer(owner.address)
  }

  @inlinable public var value: SynthVoiceParameters {
    @_noLocks @_transparent unsafeAddress { address }
  }
}

/// The parameters of an oscillator.
public struct OscillatorView: BitwiseCopyable {
  @usableFromInline let address: UnsafeMutablePointer<OscillatorParameters>

  public init(_ owner: borrowing FixedValue<OscillatorParameters>) { address = owner.address }

  @inlinable public var value: OscillatorParameters {
    @_noLocks @_transparent unsafeAddress { UnsafePointer(address) }
    @_noLocks @_transparent nonmutating unsafeMutableAddress { address }
  }
}

/// A group of voices.
public struct VoiceGroupView: BitwiseCopyable {
  @usableFromInline let address: UnsafeMutablePointer<SynthVoiceGroup>

  @_noLocks @_transparent @usableFromInline init(address: UnsafeMutablePointer<SynthVoiceGroup>) {
    self.address = address
  }

  @inlinable public var value: SynthVoiceGroup {
    @_noLocks @_transparent unsafeAddress { UnsafePointer(address) }
    @_noLocks @_transparent nonmutating unsafeMutableAddress { address }
  }
}

/// The first groups of voices.
public struct VoiceGroupsView: BitwiseCopyable {
  @usableFromInline let start: UnsafeMutablePointer<SynthVoiceGroup>
  public let count: Int

  @_noLocks init(start: UnsafeMutablePointer<SynthVoiceGroup>, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable public subscript(index: Int) -> VoiceGroupView {
    @_noLocks @_transparent get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return VoiceGroupView(address: start + index)
    }
  }
}
