internal import CQRencode

/// A QR code of a text: byte mode, error correction level M, versions 1 to 10.
///
/// Source: ISO/IEC 18004:2015.
package struct QRCode: Sendable {
    /// A larger code does not fit into a terminal of 80 columns.
    private static let maximumVersion = 10

    /// The number of modules per side, without the quiet zone.
    package let side: Int
    /// The modules row by row; bit 0 is set if a module is dark.
    private let modules: [UInt8]

    /// Encodes a text.
    ///
    /// - Returns: Nil if the text is longer than 213 bytes of UTF-8.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        guard code.pointee.version <= QRCode.maximumVersion else { return nil }
        side = Int(code.pointee.width)
        modules = Array(UnsafeBufferPointer(start: code.pointee.data, count: side * side))
    }

    /// Indicates whether a module is dark; modules outside the code are light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row)
            && modules[row * side + column] & 1 == 1
    }

    /// The dark modules as the data of an SVG path, one unit per module, without the quiet zone.
    package var svgPath: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while isDark(column, row) { column += 1 }
                let width = column - start
                if width > 0 { path += "M\(start) \(row)h\(width)v1h-\(width)z" }
                column += 1
            }
        }
        return path
    }

    /// The code for a terminal, dark on light regardless of its colors; each character shows two
    /// modules, one above the other.
    package var terminalText: String {
        var text = ""
        for row in stride(from: -4, to: side + 4, by: 2) {
            text += "\u{1B}[30;107m"
            for column in -4..<side + 4 {
                switch (isDark(column, row), isDark(column, row + 1)) {
                case (false, false): text += " "
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (true, true): text += "█"
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}
