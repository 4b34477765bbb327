print("ok Spinet leaves the name Scratch to this program")
