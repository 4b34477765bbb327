print("ok Spinet leaves the name take to this program")
