import ArgumentParser

extension [Operand] {
    /// Whether one of them asks for standard input.
    var haveStandardInput: Bool { contains { $0.text == "-" } }

    /// Checks operands of which `-` alone means standard input.
    ///
    /// - Parameters:
    ///   - items: what standard input holds, such as `paths`.
    ///   - pathFlag: a flag that is about paths on standard input and was given; nil where none was.
    ///   - kinds: what an operand may name, for the message about an empty one.
    /// - Throws: `ValidationError`.
    func checkStandardInput(of items: String, pathFlag: String?, kinds: String) throws {
        if haveStandardInput, count > 1 {
            throw ValidationError(
                "'-' stands alone: give \(items) either as arguments or on standard input")
        }
        if let pathFlag, !haveStandardInput {
            throw ValidationError("\(pathFlag) is about paths on standard input: add -")
        }
        if contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no \(kinds)")
        }
    }
}
