/// Somebody has asked the program to end before its work was done.
public struct Interruption: Error {}
