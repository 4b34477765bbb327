// The other files of this module are copies of `../VoiceLoops`, which `../CopyLoops` makes for the second compilation.
