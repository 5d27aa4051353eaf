import Glibc

/// Asks about terminals.
enum Terminal {
    /// Whether the terminal understands escape sequences.
    static var obeysEscapes: Bool {
        getenv("TERM").map { String(cString: $0) != "dumb" } ?? true
    }

    /// Whether the locale's text is UTF-8, so that signs beyond ASCII can be shown.
    ///
    /// Source: POSIX.1-2017, Base Definitions, 8.2: the first variable that is set and not empty decides.
    static var showsUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy
            .compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty }
        let folded = locale?.lowercased() ?? ""
        return folded.contains("utf-8") || folded.contains("utf8")
    }

    /// The width in columns; 80 where the terminal does not say.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
