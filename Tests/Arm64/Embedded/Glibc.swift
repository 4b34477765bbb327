@_exported import CGlibc

// What Swift's own module of this name makes of macros, of variables and of functions with any number of arguments.

public var errno: Int32 { place_of_errno().pointee }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { inherited_environment() }

public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
  fcntl_with_value(descriptor, command, value)
}
