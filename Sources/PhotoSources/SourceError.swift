package import Foundation
package import GalleryModel

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
    package init(status: Int, url: String, body: Data) {
        self = .refused(status: status, url: url, sentence: SourceError.sentence(in: body))
    }

    /// The sentence in an answer: `message` or `error` of an object, or a text of its own; pages of proxies and
    /// programs are none.
    static func sentence(in body: Data) -> String? {
        if let object = try? SourceJSON(body).root, object.kind == .object {
            return ["message", "error"].lazy.compactMap { object[$0]?.text }
                .first { !$0.isEmpty }.map { String($0.prefix(longestSentence)) }
        }
        let text = String(decoding: body.prefix(longestSentence), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let isSentence =
            !text.isEmpty && !text.hasPrefix("<") && !text.hasPrefix("{")
            && !text.contains("\u{FFFD}")
        return isSentence ? text : nil
    }

    /// The longest sentence that is told.
    private static let longestSentence = 2_000
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
