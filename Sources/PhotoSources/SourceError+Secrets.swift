import Foundation
import GalleryModel

extension SourceError {
    /// The error of what was sent, without the secret: `wrongPassword` where the server's words are about one.
    ///
    /// The protocol of photo sharing has one status for everything: only the words tell.
    func judged(sending name: String, by credential: ServerCredential) -> SourceError {
        let shown = hiding(credential)
        guard case .refused(let status, let url, let sentence?) = self,
            case .refused(_, _, let shownSentence) = shown, !(300..<400).contains(status)
        else { return shown }
        func isAboutSecrets(_ text: String) -> Bool {
            let text = text.lowercased()
            return text.contains("password") || text.contains("token")
        }
        // The server may repeat the photo's own name; one without these words says nothing.
        let words =
            isAboutSecrets(name)
            ? sentence.lowercased().replacing(name.lowercased(), with: " ") : sentence
        return isAboutSecrets(words)
            ? .wrongPassword(url: url, status: status, sentence: shownSentence) : shown
    }

    /// The error without a secret that the server repeated; without all its words where the secret cannot be
    /// hidden among them.
    func hiding(_ credential: ServerCredential) -> SourceError {
        let secret = RepeatedSecret(credential)
        func hidden(_ sentence: String?) -> String? {
            sentence.flatMap {
                secret.hidden(in: $0, mayBeCut: $0.utf8.count >= Self.longestSentence - 100)
            }
        }
        return switch self {
        case .refused(let status, let url, let sentence):
            .refused(status: status, url: url, sentence: hidden(sentence))
        case .wrongPassword(let url, let status, let sentence):
            .wrongPassword(url: url, status: status, sentence: hidden(sentence))
        case .badAnswer(let url, let problem, let beginning):
            .badAnswer(
                url: url, problem: problem,
                beginning: beginning.flatMap { secret.hidden(in: $0, mayBeCut: true) })
        case .needsSignIn, .hostNotAllowed: self
        }
    }
}

/// A secret that a server may repeat in what it says.
struct RepeatedSecret {
    private let secret: String

    /// The fewest bytes of a secret that are told apart from other words.
    private static let shortest = 4

    init(_ credential: ServerCredential) {
        switch credential {
        case .password(let secret), .token(let secret): self.secret = secret
        }
    }

    /// A text without the secret; nil where it is too short to be hidden among the words, or spelled so that it
    /// cannot be cut out.
    ///
    /// - Parameter mayBeCut: whether the text may end within the secret.
    func hidden(in text: String, mayBeCut: Bool) -> String? {
        if secret.isEmpty { return text }
        let spellings = [secret, ShareAddress.escaped(secret)]
        if secret.utf8.count < Self.shortest, spellings.contains(where: { text.contains($0) }) {
            return nil
        }
        let rest = spellings.reduce(text) { $0.replacing($1, with: "…") }
        if isSpelledOut(in: rest) { return nil }
        return mayBeCut ? spellings.reduce(rest) { Self.withoutBeginning(of: $1, in: $0) } : rest
    }

    /// A text without the beginning of a secret at its end.
    private static func withoutBeginning(of secret: String, in text: String) -> String {
        var part = secret.dropLast()
        while part.utf8.count >= shortest {
            if text.hasSuffix(part) { return text.dropLast(part.count) + "…" }
            part = part.dropLast()
        }
        return text
    }

    /// Whether a text has the secret in another case, or as addresses, HTML or JSON write it, also one within the
    /// other.
    private func isSpelledOut(in text: String) -> Bool {
        var texts: Set<String> = [text]
        for _ in 0..<3 {
            for text in texts {
                texts.insert(HTMLEntities.decode(text))
                texts.insert(Self.withoutPercents(text))
                texts.insert(Self.withoutPercents(text.replacing("+", with: " ")))
                texts.insert(Self.withoutBackslashes(text))
            }
        }
        return texts.contains { $0.range(of: secret, options: .caseInsensitive) != nil }
    }

    /// A text whose `%2F` is a slash; what is none of these stays.
    private static func withoutPercents(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(2)))
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text without the escapes of JSON; what is none of these stays.
    ///
    /// Source: RFC 8259, section 7
    private static func withoutBackslashes(_ text: String) -> String {
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let kind = rest.first else {
                units.append(unit)
                continue
            }
            let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF16.self)
            if kind == 0x75, digits.count == 4, digits.allSatisfy(\.isHexDigit),
                let value = UInt16(digits, radix: 16)
            {
                units.append(value)
                rest = rest.dropFirst(5)
            } else if let plain = escapes[kind] {
                units.append(plain)
                rest = rest.dropFirst()
            } else {
                units.append(unit)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// What stands for a character behind a backslash: quotation mark, backslash, slash, b, f, n, r, t.
    private static let escapes: [UInt16: UInt16] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
        0x74: 0x09,
    ]
}
