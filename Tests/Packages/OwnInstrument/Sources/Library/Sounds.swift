/// A module that is named like one of Spinet's.
public enum Sounds { public static let names = ["tone"] }
