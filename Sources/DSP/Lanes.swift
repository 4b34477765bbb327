import CRealtime

/// Eight voices side by side.
public typealias Lanes = SIMD8<Float>

/// A condition for each of eight voices.
public typealias LaneMask = SIMDMask<SIMD8<Int32>>

extension SIMDMask<SIMD8<Int32>> {
  /// Whether the condition holds for any lane. The standard library's version becomes a function that modules
  /// compiled for different processors would share. [audio-thread]
  public var isAnyTrue: Bool {
    @_noLocks @_transparent get { rt_any(unsafeBitCast(self, to: SIMD8<Int32>.self)) }
  }
}

extension SIMD8 where Scalar == Float {
  /// The upper or the lower half, repeated. [audio-thread]
  @_noLocks @_transparent public func doubled(isUpper: Bool) -> Lanes {
    isUpper ? Lanes(lowHalf: highHalf, highHalf: highHalf) : Lanes(lowHalf: lowHalf, highHalf: lowHalf)
  }

  /// The smaller of each pair; not a number becomes the limit. [audio-thread]
  @_noLocks @_transparent public func atMost(_ limit: Lanes) -> Lanes {
    limit.replacing(with: self, where: self .< limit)
  }

  /// The larger of each pair; not a number becomes the limit. [audio-thread]
  @_noLocks @_transparent public func atLeast(_ limit: Lanes) -> Lanes {
    limit.replacing(with: self, where: self .> limit)
  }

  /// [audio-thread]
  @_noLocks @_transparent public func within(_ low: Float, _ high: Float) -> Lanes {
    atLeast(Lanes(repeating: low)).atMost(Lanes(repeating: high))
  }

  /// The sum of all lanes, always in the same order. [audio-thread]
  @inlinable public var total: Float {
    @_noLocks @inline(__always) get {
      let four = lowHalf + highHalf
      let two = four.lowHalf + four.highHalf
      return two.x + two.y
    }
  }

  /// The totals of four vectors, each in the same order as `total`. [audio-thread]
  @_noLocks @_transparent
  public static func totals(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> SIMD4<Float> {
    let (one, two) = (a.lowHalf + a.highHalf, b.lowHalf + b.highHalf)
    let (three, four) = (c.lowHalf + c.highHalf, d.lowHalf + d.highHalf)
    let first = SIMD4(one.x, two.x, three.x, four.x) + SIMD4(one.z, two.z, three.z, four.z)
    let second = SIMD4(one.y, two.y, three.y, four.y) + SIMD4(one.w, two.w, three.w, four.w)
    return first + second
  }
}

extension SIMD8 where Scalar == UInt32 {
  /// The upper or the lower half, repeated. [audio-thread]
  @_noLocks @_transparent public func doubled(isUpper: Bool) -> SIMD8<UInt32> {
    unsafeBitCast(unsafeBitCast(self, to: Lanes.self).doubled(isUpper: isUpper), to: SIMD8<UInt32>.self)
  }
}
