"""What trick-taking games over the common engine (`vorhand.native.tricks`) share as agents."""
