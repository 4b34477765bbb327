import Foundation
import Library

extension Catalog {
  /// The files at hand for whoever runs the program.
  static var current: Catalog { Catalog(environment: ProcessInfo.processInfo.environment) }
}
