/// A control as a program declares it.
struct ControlDeclaration {
  enum Kind {
    case button
    case checkbox
    case slider
    case numberEntry
    case bargraph
  }

  let kind: Kind
  let label: String
  /// The labels of the groups around it, from outside.
  let groups: [String]
  let initial: Float
  let minimum: Float
  let maximum: Float
  let step: Float
  /// What stands in brackets after its label, in order.
  let metadata: [(key: String, value: String)]
  /// Where its value is in one state of the program.
  let zone: UnsafeMutablePointer<Float>

  func value(of key: String) -> String? { metadata.first { $0.key == key }?.value }
}
