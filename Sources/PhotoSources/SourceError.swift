import Foundation
package import GalleryModel
package import Transport

/// What can go wrong between the catalog and a photo-share server or feed, apart from the network itself.
package enum SourceError: Error, Equatable {
    /// The server answered with a status that is no success; `sentence` is what it said about it, word for word.
    case refused(status: Int, url: String, sentence: String?)
    /// The answer is not what it should be; `beginning` shows its first bytes, where they may be shown.
    case badAnswer(url: String, problem: String, beginning: String?)
    /// The server does not take the name or the password; `sentence` is what it said about it, word for word.
    case wrongPassword(url: String, status: Int, sentence: String?)
    /// The server asks for somebody to sign in, or does not take the token of who did.
    case needsSignIn(server: ServerAddress, hasToken: Bool)
    /// A picture is where none may come from.
    case hostNotAllowed(message: String)

    /// Reads what a server says about a status that is no success.
    package init(_ response: TransferResponse, url: String) {
        self = .refused(
            status: response.status, url: url,
            sentence: SourceError.sentence(
                in: response.body, contentType: response.headers["Content-Type"]))
    }

    /// The sentence in an answer: `message` or `error` of an object, or a text of its own.
    ///
    /// What is no `text/plain` may be a page of a proxy or of a program, which is no sentence.
    static func sentence(in body: Data, contentType: String?) -> String? {
        let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let isText = type?.lowercased() == "text/plain"
        if let object = try? SourceJSON(body).root, object.kind == .object {
            let told = ["message", "error"].lazy.compactMap { object[$0]?.text }
                .first { !$0.isEmpty }
            if told != nil || !isText {
                return told.map { SourceText.prefix($0, bytes: longestSentence) }
            }
        }
        // A character has four bytes at most.
        let head = body.prefix(4 * longestSentence)
        let text =
            SourceText.utf8(head, isCut: head.count < body.count)
            ?? (isText ? SourceText.westernEuropean(head) : nil)
        let sentence = SourceText.prefix(
            (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines), bytes: longestSentence)
        let isPage = !isText && (sentence.hasPrefix("<") || sentence.hasPrefix("{"))
        return sentence.isEmpty || isPage ? nil : sentence
    }

    /// The longest sentence that is told, in bytes.
    static let longestSentence = 2_000
}

extension SourceError: CustomStringConvertible {
    /// The cause and the next step, in one line.
    package var description: String {
        switch self {
        case .refused(let status, let url, let sentence):
            if let sentence {
                "the server answered: \(sentence)"
            } else if status == 401 || status == 403 {
                "'\(url)' refused with HTTP \(status): it asks for a credential"
            } else {
                "'\(url)' answered HTTP \(status): check the address"
            }
        case .badAnswer(let url, let problem, let beginning):
            "the answer of '\(url)' \(problem)"
                + (beginning.map { "; it begins '\($0)'" } ?? "") + ": check the address"
        case .wrongPassword(let url, let status, let sentence):
            if let sentence {
                "the server answered: \(sentence)"
            } else {
                "'\(url)' does not take this email and password (HTTP \(status))"
            }
        case .needsSignIn(let server, let hasToken):
            hasToken
                ? "'\(server.text)' no longer takes the sign-in: 'gallery sign-in \(server.text)' makes it anew"
                : "'\(server.text)' asks who you are: 'gallery sign-in \(server.text)' says it"
        case .hostNotAllowed(let message):
            "\(message) (GALLERY_CAMPAIGN_HOSTS, or campaign.hosts in the configuration)"
        }
    }
}
