/// What a password must be.
package enum PasswordRule {
    /// The fewest characters.
    package static let shortest = 8
    /// The most bytes.
    package static let longest = 1024

    /// Why a password cannot be taken; nil where it can.
    ///
    /// - Parameter shortest: the fewest characters.
    package static func objection(
        to password: String, shortest: Int = shortest
    ) -> String? {
        if password.isEmpty { return "it is empty" }
        if password.count < shortest { return "it has fewer than \(shortest) characters" }
        if password.utf8.count > longest { return "it is longer than \(longest) bytes" }
        if password.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "it has a control character"
        }
        return nil
    }

    /// The password in the first line of a file's bytes; nil for what is no UTF-8.
    package static func firstLine(of bytes: [UInt8]) -> String? {
        var line = bytes.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        return String(validating: line, as: UTF8.self)
    }
}
