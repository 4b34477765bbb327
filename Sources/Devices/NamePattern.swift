import Glibc

/// Whether `pattern` matches `name`: as a part of the name, or as a shell wildcard for the whole name.
/// Ignores case.
///
/// Uses fnmatch(3).
package func namePattern(_ pattern: String, matches name: String) -> Bool {
  let pattern = pattern.lowercased()
  let name = name.lowercased()
  if pattern.contains(where: { "*?[".contains($0) }) { return fnmatch(pattern, name, 0) == 0 }
  return name.contains(pattern)
}
