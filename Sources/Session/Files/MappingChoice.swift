/// Which mapping a port gets, and why.
struct MappingChoice: Equatable {
  /// The mapping's title.
  let mapping: String
  /// The pattern and the name that it matches, or that the mapping is for every port.
  let reason: String
}
