"""The 1940 boards, as tables only: the whole world, and Europe and the Pacific as its halves."""
