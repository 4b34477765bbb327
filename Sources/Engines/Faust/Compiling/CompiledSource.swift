/// The C text around what Faust writes.
enum CompiledSource {
  static let processClass = "spinet_process"
  static let effectClass = "spinet_effect"

  /// One C file of Faust's parts, each a file's name, with the declarations they expect before them and the
  /// sizes of their states after them.
  static func unit(process: String, effect: String?) -> String {
    var text = frame + part(process, processClass)
    if let effect { text += part(effect, effectClass) }
    return text
  }

  private static func part(_ file: String, _ name: String) -> String {
    """
    #undef FAUSTCLASS
    #include "\(file)"
    const unsigned long \(name)_size = sizeof(\(name));

    """
  }

  /// The layouts that `CFaust.h` has, by the names that Faust's C uses, and what it leaves to others.
  static let frame = """
    #define FAUSTFLOAT float
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
      void (*addSoundfile)(void *, const char *, const char *, void **);
      void (*declare)(void *, float *, const char *, const char *);
    } UIGlue;
    typedef struct {
      void *metaInterface;
      void (*declare)(void *, const char *, const char *);
    } MetaGlue;
    static inline int min(int a, int b) { return a < b ? a : b; }
    static inline int max(int a, int b) { return a < b ? b : a; }

    """
}
