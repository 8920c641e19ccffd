"""What the titles of one family share: units, movement, battle, economy. Not a title itself."""
