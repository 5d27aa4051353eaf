extension OutputBuffer {
    /// Appends text for the content of an element or a quoted attribute, escaped.
    ///
    /// Characters that XML cannot hold at all are dropped: controls other than tab and line ends,
    /// U+FFFE and U+FFFF. So is U+007F, for which readers of XMP put a blank.
    /// Source: XML 1.0, sections 2.2 (Char), 2.4 and 2.11 (a bare CR would become a LF)
    mutating func append(xmlText text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            case "\r": append("&#xD;")
            case "\t", "\n": append(UInt8(truncatingIfNeeded: scalar.value))
            case "\u{0}"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": break
            default:
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
            }
        }
    }
}
