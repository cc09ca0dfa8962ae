"""Results on synthetic trees and the games of the laboratory."""
