print("FeelLab")
