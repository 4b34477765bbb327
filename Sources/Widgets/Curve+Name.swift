extension Curve {
  /// The curves that have a name in files.
  public static let named: [(name: String, curve: Curve)] = [
    ("lin", .linear), ("log", .logarithmic), ("exp", .exponential), ("s", .sShaped),
  ]
}
