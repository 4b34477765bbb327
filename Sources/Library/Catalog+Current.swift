import Foundation

extension Catalog {
  /// The files that the current user can choose from.
  package static var current: Catalog { Catalog(environment: ProcessInfo.processInfo.environment) }
}
