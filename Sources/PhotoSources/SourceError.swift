package import Foundation

/// What can go wrong between the catalog and a photo-share server or feed, apart from the network itself.
package enum SourceError: Error, Equatable {
    /// The server answered with a status that is no success; `sentence` is what it said about it, word for word.
    case refused(status: Int, url: String, sentence: String?)
    /// The answer is not what it should be; `beginning` shows its first bytes.
    case badAnswer(url: String, problem: String, beginning: String)

    /// Reads what a server says about a status that is no success.
    ///
    /// Its sentence is a text of its own: pages of proxies and programs are none.
    package init(status: Int, url: String, body: Data) {
        let text = String(decoding: body.prefix(SourceError.longestSentence), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let isSentence = !text.isEmpty && !text.hasPrefix("<") && !text.contains("\u{FFFD}")
        self = .refused(status: status, url: url, sentence: isSentence ? text : nil)
    }

    /// The longest sentence in bytes that is told.
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
            "the answer of '\(url)' \(problem); it begins '\(beginning)': check the address"
        }
    }
}
