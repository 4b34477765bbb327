import Glibc

/// Waits for what another thread does; returns whether `condition` came true within so many seconds.
package func eventually(
  within seconds: Double = 10, _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
  return true
}
