package import Basics
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
        if let object = try? JSONDocument(answer: body).root, object.kind == .object {
            let message = ["message", "error"].lazy.compactMap { object[$0]?.text }
                .first { !$0.isEmpty }
            if message != nil || !isText {
                return message.map { SourceText.prefix($0, bytes: maximumMessageBytes) }
            }
        }
        // A character has at most four bytes.
        let head = body.prefix(4 * maximumMessageBytes)
        var text = SourceText.utf8(head, isCut: head.count < body.count)
        if isText {
            // Servers without UTF-8 use a Western European single-byte encoding.
            text =
                text ?? String(data: head, encoding: .windowsCP1252)
                ?? String(data: head, encoding: .isoLatin1)
        }
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

    /// Returns the error with the secret redacted; without the server's message if the secret may be
    /// in it in another spelling.
    func redacting(_ credential: ServerCredential) -> SourceError {
        switch self {
        case .refused(let status, let url, let sentence):
            .refused(status: status, url: url, sentence: credential.redacted(in: sentence))
        case .wrongPassword(let url, let status, let sentence):
            .wrongPassword(url: url, status: status, sentence: credential.redacted(in: sentence))
        case .badResponse(let url, let problem, let beginning):
            .badResponse(
                url: url, problem: problem,
                beginning: credential.redacted(in: beginning, isTruncated: true))
        case .needsSignIn, .hostNotAllowed: self
        }
    }
}

extension ServerCredential {
    /// The minimum length in bytes of a secret that can be distinguished from other words.
    private static let shortest = 4

    /// Returns a server's text with the secret redacted.
    ///
    /// Nil if the text contains a short secret, a secret in other letter case, or escapes of URLs,
    /// HTML or JSON, which could hide one.
    ///
    /// - Parameter isTruncated: true if the text may end within the secret; nil to derive it from
    ///   the length.
    func redacted(in text: String?, isTruncated: Bool? = nil) -> String? {
        let secret =
            switch self {
            case .password(let secret), .token(let secret): secret
            }
        guard let text, !secret.isEmpty else { return text }
        let spellings = [secret, PercentEncoding.encoded(secret)]
        let rest = spellings.reduce(text) { $0.replacing($1, with: "…") }
        if rest != text, secret.utf8.count < Self.shortest { return nil }
        let isHidden = [rest, rest.replacing("+", with: " ")].contains {
            $0.range(of: secret, options: .caseInsensitive) != nil
        }
        let escape = /%[0-9A-Fa-f]{2}|&#?[0-9A-Za-z]+;|\\(u[0-9A-Fa-f]{4}|["\\\/bfnrt])/
        if isHidden || rest.firstMatch(of: escape) != nil { return nil }
        guard isTruncated ?? (text.utf8.count >= SourceError.maximumMessageBytes - 100) else {
            return rest
        }
        for spelling in spellings {
            var part = spelling.dropLast()
            while part.utf8.count >= Self.shortest {
                if rest.hasSuffix(part) { return rest.dropLast(part.count) + "…" }
                part = part.dropLast()
            }
        }
        return rest
    }
}

/// A document that is not JSON, or lacks the expected content.
package struct SourceJSONError: Error, Equatable {
    /// The problem, worded to follow "the answer".
    package var problem: String
    /// Offset of the problem, in bytes.
    package var offset: Int
    /// The beginning of the text, suitable for messages.
    package var beginning: String
}

extension JSONDocument {
    /// Parses a server's response, tolerating Flickr's deviations from JSON.
    ///
    /// - Parameter isList: true if the response must be a list.
    /// - Throws: `SourceJSONError` with the byte offset and the beginning of the text.
    package convenience init(
        answer text: some Sequence<UInt8>, isList: Bool = false
    ) throws(SourceJSONError) {
        let bytes = Array(text)
        do throws(JSONSyntaxError) {
            try self.init(bytes, depth: 64, isTolerant: true)
        } catch {
            throw SourceJSONError(
                problem: error.problem, offset: error.offset,
                beginning: SourceText.beginning(of: bytes))
        }
        if isList, root.kind != .array {
            throw SourceJSONError(
                problem: "is not a list", offset: 0,
                beginning: SourceText.beginning(of: self.bytes))
        }
    }
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
        var count = 0
        return String(
            text.prefix { character in
                count += character.utf8.count
                return count <= bytes
            })
    }

    /// Decodes UTF-8; nil if the bytes are invalid.
    ///
    /// - Parameter isCut: true if the bytes may end within a character.
    static func utf8(_ bytes: Data, isCut: Bool) -> String? {
        (0...(isCut ? 3 : 0)).lazy.compactMap {
            String(validating: bytes.dropLast($0), as: UTF8.self)
        }.first
    }
}
