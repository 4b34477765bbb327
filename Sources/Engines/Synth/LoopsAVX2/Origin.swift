// The module's other files are those of `../Loops`, which `LoopsPlugin` copies here for the second compilation.
