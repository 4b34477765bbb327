import Documents
public enum KeyboardTable { public static func lines(of c: KeyboardConfiguration) -> [String] { [] } }
public enum KeyboardTrace { public static func lines(of text: String, file: String, configuration: KeyboardConfiguration, size: KeyboardSize = .standard) throws -> [String] { [] } }
public struct KeyboardFile { public let configuration: KeyboardConfiguration; public let warnings: [Diagnostic]
 public init(_ t: String, file: String, reading: (String) throws -> String) throws { configuration = .seed; warnings = [] } }
