import Foundation
package import GalleryModel
package import Transport

/// An error of a photo-share server or feed, apart from network errors.
package enum SourceError: Error, Equatable {
    /// The server responded with an error status; `sentence` is its message, verbatim.
    case refused(status: Int, url: String, sentence: String?)
    /// The response is invalid; `beginning` quotes its first bytes unless they are secret.
    case badResponse(url: String, problem: String, beginning: String?)
    /// The server rejected the name or password; `sentence` is its message, verbatim.
    case wrongPassword(url: String, status: Int, sentence: String?)
    /// The server requires sign-in, or rejected the stored token.
    case needsSignIn(server: ServerAddress, hasToken: Bool)
    /// A picture's host is not allowed.
    case hostNotAllowed(message: String)

    /// Makes the error for a response with an error status.
    package init(_ response: TransferResponse, url: String) {
        self = .refused(
            status: response.status, url: url,
            sentence: SourceError.sentence(
                in: response.body, contentType: response.headers["Content-Type"]))
    }

    /// Extracts the message of a response: `message` or `error` of an object, or plain text.
    ///
    /// Other text without the type `text/plain` may be an HTML page of a proxy, which is not a
    /// message.
    static func sentence(in body: Data, contentType: String?) -> String? {
        let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let isText = type?.lowercased() == "text/plain"
        if let object = try? SourceJSON(body).root, object.kind == .object {
            let message = ["message", "error"].lazy.compactMap { object[$0]?.text }
                .first { !$0.isEmpty }
            if message != nil || !isText {
                return message.map { SourceText.prefix($0, bytes: maximumMessageBytes) }
            }
        }
        // A character has at most four bytes.
        let head = body.prefix(4 * maximumMessageBytes)
        let text =
            SourceText.utf8(head, isCut: head.count < body.count)
            ?? (isText ? SourceText.westernEuropean(head) : nil)
        let sentence = SourceText.prefix(
            (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines), bytes: maximumMessageBytes
        )
        let isPage = !isText && (sentence.hasPrefix("<") || sentence.hasPrefix("{"))
        return sentence.isEmpty || isPage ? nil : sentence
    }

    /// The maximum length of a message, in bytes.
    static let maximumMessageBytes = 2_000
}

extension SourceError: CustomStringConvertible {
    /// The cause and the next step, in one line.
    package var description: String {
        switch self {
        case .refused(let status, let url, let sentence):
            if let sentence {
                "the server answered: \(sentence)"
            } else if status == 401 || status == 403 {
                "'\(url)' refused with HTTP \(status): it requires a credential"
            } else {
                "'\(url)' returned HTTP \(status): check the address"
            }
        case .badResponse(let url, let problem, let beginning):
            "the response of '\(url)' \(problem)"
                + (beginning.map { "; it begins '\($0)'" } ?? "") + ": check the address"
        case .wrongPassword(let url, let status, let sentence):
            if let sentence {
                "the server answered: \(sentence)"
            } else {
                "'\(url)' rejected this email and password (HTTP \(status))"
            }
        case .needsSignIn(let server, let hasToken):
            hasToken
                ? "'\(server.text)' no longer accepts the sign-in: run 'gallery sign-in \(server.text)' again"
                : "'\(server.text)' requires sign-in: run 'gallery sign-in \(server.text)'"
        case .hostNotAllowed(let message):
            "\(message) (GALLERY_CAMPAIGN_HOSTS, or campaign.hosts in the configuration)"
        }
    }
}

extension SourceError {
    /// Returns the error of an upload without the secret, as `wrongPassword` if the message is
    /// about one.
    ///
    /// The photo-share protocol has a single error status, so only the message distinguishes
    /// errors.
    func classified(sending name: String, by credential: ServerCredential) -> SourceError {
        let shown = redacting(credential)
        guard case .refused(let status, let url, let sentence?) = self,
            case .refused(_, _, let shownSentence) = shown, !(300..<400).contains(status)
        else { return shown }
        func isAboutSecrets(_ text: String) -> Bool {
            let text = text.lowercased()
            return text.contains("password") || text.contains("token")
        }
        // The server may repeat the photo's name, so a name with these words is ignored.
        let words =
            isAboutSecrets(name)
            ? sentence.lowercased().replacing(name.lowercased(), with: " ") : sentence
        return isAboutSecrets(words)
            ? .wrongPassword(url: url, status: status, sentence: shownSentence) : shown
    }

    /// Returns the error with the secret redacted; without the server's message if redaction is
    /// impossible.
    func redacting(_ credential: ServerCredential) -> SourceError {
        let secret = RepeatedSecret(credential)
        func redacted(_ sentence: String?) -> String? {
            sentence.flatMap {
                secret.redacted(
                    in: $0, mayBeTruncated: $0.utf8.count >= Self.maximumMessageBytes - 100)
            }
        }
        return switch self {
        case .refused(let status, let url, let sentence):
            .refused(status: status, url: url, sentence: redacted(sentence))
        case .wrongPassword(let url, let status, let sentence):
            .wrongPassword(url: url, status: status, sentence: redacted(sentence))
        case .badResponse(let url, let problem, let beginning):
            .badResponse(
                url: url, problem: problem,
                beginning: beginning.flatMap { secret.redacted(in: $0, mayBeTruncated: true) })
        case .needsSignIn, .hostNotAllowed: self
        }
    }
}

/// A secret that a server may repeat in its messages.
struct RepeatedSecret {
    private let secret: String

    /// The minimum length in bytes of a secret that can be distinguished from other words.
    private static let shortest = 4

    init(_ credential: ServerCredential) {
        switch credential {
        case .password(let secret), .token(let secret): self.secret = secret
        }
    }

    /// Returns the text with the secret redacted; nil if the secret is too short to be redacted or
    /// appears in another spelling.
    ///
    /// - Parameter mayBeTruncated: true if the text may end within the secret.
    func redacted(in text: String, mayBeTruncated: Bool) -> String? {
        if secret.isEmpty { return text }
        let spellings = [secret, ShareAddress.escaped(secret)]
        if secret.utf8.count < Self.shortest, spellings.contains(where: { text.contains($0) }) {
            return nil
        }
        let rest = spellings.reduce(text) { $0.replacing($1, with: "…") }
        if containsVariant(in: rest) { return nil }
        return mayBeTruncated
            ? spellings.reduce(rest) { Self.removingPartialSecret(of: $1, in: $0) } : rest
    }

    /// Removes a partial secret from the end of a text.
    private static func removingPartialSecret(of secret: String, in text: String) -> String {
        var part = secret.dropLast()
        while part.utf8.count >= shortest {
            if text.hasSuffix(part) { return text.dropLast(part.count) + "…" }
            part = part.dropLast()
        }
        return text
    }

    /// True if a text contains the secret in different case or escaped for URLs, HTML or JSON, even
    /// nested.
    private func containsVariant(in text: String) -> Bool {
        var texts: Set<String> = [text]
        for _ in 0..<3 {
            for text in texts {
                texts.insert(HTMLEntities.decode(text))
                texts.insert(Self.percentDecoded(text))
                texts.insert(Self.percentDecoded(text.replacing("+", with: " ")))
                texts.insert(Self.jsonUnescaped(text))
            }
        }
        return texts.contains { $0.range(of: secret, options: .caseInsensitive) != nil }
    }

    /// Decodes percent escapes; invalid ones are left unchanged.
    private static func percentDecoded(_ text: String) -> String {
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

    /// Decodes JSON escapes; invalid ones are left unchanged.
    ///
    /// Source: RFC 8259, section 7
    private static func jsonUnescaped(_ text: String) -> String {
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

    /// The characters after a backslash: quotation mark, backslash, slash, b, f, n, r, t.
    private static let escapes: [UInt16: UInt16] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
        0x74: 0x09,
    ]
}

/// Prepares text from servers for messages.
enum SourceText {
    /// The beginning of a response, as one line of at most 80 characters.
    static func beginning(of bytes: some Sequence<UInt8>) -> String {
        let text = String(decoding: Array(bytes.prefix(240)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String(String.UnicodeScalarView(printable)).prefix(80))
    }

    /// Shortens a text to whole characters that take at most the given number of UTF-8 bytes.
    static func prefix(_ text: String, bytes: Int) -> String {
        if text.utf8.count <= bytes { return text }
        var result = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            result.append(character)
        }
        return result
    }

    /// Decodes UTF-8; nil if the bytes are invalid.
    ///
    /// - Parameter isCut: true if the bytes may end within a character.
    static func utf8(_ bytes: Data, isCut: Bool) -> String? {
        (0...(isCut ? 3 : 0)).lazy.compactMap {
            String(validating: bytes.dropLast($0), as: UTF8.self)
        }.first
    }

    /// Decodes a Western European single-byte encoding, for servers without UTF-8.
    static func westernEuropean(_ bytes: Data) -> String? {
        String(data: bytes, encoding: .windowsCP1252) ?? String(data: bytes, encoding: .isoLatin1)
    }
}
