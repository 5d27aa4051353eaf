import Glibc

/// Asks about terminals.
enum Terminal {
    /// Whether the terminal understands escape sequences.
    static var obeysEscapes: Bool {
        getenv("TERM").map { String(cString: $0) != "dumb" } ?? true
    }

    /// The width in columns; 80 where the terminal does not say.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
