/// One file of C or C++ with the code that Faust has generated for a program.
struct CompiledSource {
  /// The code that Faust has generated for `process` or `effect`.
  struct Part {
    let code: String
    /// The names of its functions begin with this.
    let name: String
  }

  let parts: [Part]

  /// The names of the functions for a group of voices begin with this.
  static let groupClass = "\(processClass)_group"

  static let processClass = "spinet_process"
  static let effectClass = "spinet_effect"

  /// The whole text: the declarations that Faust's code expects, the parts, and the sizes of their instances.
  ///
  /// The `#include` lines of all parts come first. Faust writes them inside `extern "C"`, where headers of C++ do not
  /// compile.
  var text: String {
    var included: [Substring] = []
    for line in parts.flatMap({ Self.lines(of: $0.code) })
    where Self.includes(line) && !included.contains(line) {
      included.append(line)
    }
    return Self.frame + included.joined(separator: "\n") + "\n" + parts.map(Self.text).joined()
  }

  private static func lines(of code: String) -> [Substring] {
    code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func includes(_ line: Substring) -> Bool { line.hasPrefix("#include") }

  private static func text(of part: Part) -> String {
    let code = lines(of: part.code).filter { !includes($0) }.joined(separator: "\n")
    return """
      #undef FAUSTCLASS
      \(code)
      SPINET_EXPORT const unsigned long \(part.name)_size = sizeof(\(part.name));

      """
  }

  /// The structures of `CFaust.h` under the names in Faust's code, and the functions that the code expects.
  static let frame = """
    #ifdef __cplusplus
    #define SPINET_EXPORT extern "C"
    #else
    #define SPINET_EXPORT extern
    #endif
    #define FAUSTFLOAT float
    #include <stdbool.h>
    typedef struct {
      void *fBuffers;
      int *fLength;
      int *fSR;
      int *fOffset;
      int fChannels;
      int fParts;
      bool fIsDouble;
    } __attribute__((packed)) Soundfile;
    typedef struct {
      void *uiInterface;
      void (*openTabBox)(void *, const char *);
      void (*openHorizontalBox)(void *, const char *);
      void (*openVerticalBox)(void *, const char *);
      void (*closeBox)(void *);
      void (*addButton)(void *, const char *, float *);
      void (*addCheckButton)(void *, const char *, float *);
      void (*addVerticalSlider)(void *, const char *, float *, float, float, float, float);
      void (*addHorizontalSlider)(void *, const char *, float *, float, float, float, float);
      void (*addNumEntry)(void *, const char *, float *, float, float, float, float);
      void (*addHorizontalBargraph)(void *, const char *, float *, float, float);
      void (*addVerticalBargraph)(void *, const char *, float *, float, float);
      void (*addSoundfile)(void *, const char *, const char *, Soundfile **);
      void (*declare)(void *, float *, const char *, const char *);
    } UIGlue;
    typedef struct {
      void *metaInterface;
      void (*declare)(void *, const char *, const char *);
    } MetaGlue;
    static Soundfile *defaultsound;
    static inline int min(int a, int b) { return a < b ? a : b; }
    static inline int max(int a, int b) { return a < b ? b : a; }

    """
}
