print("it has no meaning")
