"""The play windows of 2.13 that several phases or cards share."""
