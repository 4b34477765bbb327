/// A module that is named like one of Spinet's.
public enum Steps { public static let all: [UInt8] = [60, 64, 67] }
