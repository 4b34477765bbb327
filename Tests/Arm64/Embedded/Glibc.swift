@_exported import CGlibc

// What Swift's own module of this name makes of macros and of variables.

public var errno: Int32 { place_of_errno().pointee }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { inherited_environment() }
