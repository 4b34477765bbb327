// The other files of this module are copies of `../Loops`, which `LoopsPlugin` makes for the second compilation.
