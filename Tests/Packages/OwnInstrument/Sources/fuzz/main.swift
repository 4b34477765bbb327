print("ok Spinet leaves the name fuzz to this program")
