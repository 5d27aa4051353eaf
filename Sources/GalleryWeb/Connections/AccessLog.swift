import Basics
import Dispatch
import Synchronization

/// Logs one line per response, without secrets and without delaying responses; lines are dropped
/// and counted if the reader is too slow.
package final class AccessLog: Sendable {
    /// The format of the lines.
    package enum Format: String, CaseIterable, Sendable {
        /// Space-separated fields.
        case text
        /// One JSON object per line.
        case json
    }

    private let format: Format
    private let capacity: Int
    private let write: @Sendable ([UInt8]) -> Void
    /// The number of bytes waiting to be written.
    private let waiting = Mutex(0)
    private let drops = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "access log")

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of unwritten bytes.
    ///   - write: writes complete lines; calls are serialized and may block.
    package init(
        _ format: Format, capacity: Int = 1 << 20, write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.format = format
        self.capacity = capacity
        self.write = write
    }

    /// The number of lines dropped because the reader was too slow.
    var dropped: Int { drops.load(ordering: .relaxed) }

    /// Logs a response.
    func note(_ entry: AccessEntry) {
        let line =
            switch format {
            case .text: Array((entry.text + "\n").utf8)
            case .json: entry.json.compact + [UInt8(ascii: "\n")]
            }
        let fits = waiting.withLock { waiting in
            guard waiting + line.count <= capacity else { return false }
            waiting += line.count
            return true
        }
        guard fits else {
            drops.add(1, ordering: .relaxed)
            return
        }
        queue.async { [self] in
            waiting.withLock { $0 -= line.count }
            write(line)
        }
    }

    /// Waits until all lines logged so far are written; called when the server ends.
    package func flush() { queue.sync {} }
}

/// An entry of the access log.
struct AccessEntry: Sendable {
    /// The time of the request, in seconds since 1970-01-01 UTC.
    var time: Int64
    /// The IP address of the client.
    var client: String
    /// The name of the account or token; empty without one.
    var name: String
    /// The method as sent.
    var method: String
    /// The address as sent, with secrets removed.
    var address: String
    /// The status of the response.
    var status: Int
    /// The number of bytes in the response body.
    var bytes: Int
    /// The duration, in milliseconds.
    var milliseconds: Double

    /// The entry as a line of text.
    var text: String {
        let name = name.isEmpty ? "-" : AccessEntry.word(name)
        let client = client.isEmpty ? "-" : client
        return
            "\(instant) \(client) \(name) \(AccessEntry.word(method)) \(AccessEntry.word(address)) "
            + "\(status) \(bytes) \(Count.tenths(min(milliseconds, 1e12)))ms"
    }

    /// The entry as a JSON object.
    var json: JSONValue {
        JSONValue([
            ("time", instant), ("client", client), ("name", name), ("method", method),
            ("address", address), ("status", status), ("bytes", bytes),
            ("milliseconds", (milliseconds * 10).rounded() / 10),
        ])
    }

    private var instant: String { CivilDate(unixSeconds: time).isoText }

    /// Escapes spaces and terminal control sequences in a text.
    private static func word(_ text: String) -> String {
        DisplayText.escaped(text).split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: "\\u{20}")
    }
}

extension AccessEntry {
    /// The maximum length of a logged address, in bytes.
    private static let maximumLength = 1024

    /// Substrings of parameter names whose values are hidden.
    private static let secretWords = [
        "pass", "pwd", "kennwort", "contras", "token", "ticket", "secret", "key",
    ]

    /// The path components that may follow the secret in the addresses of share links.
    private static let partsOfLinks: Set = [
        "", "shared", "photos", "photos.zip", "thumbnail", "file",
    ]

    /// Hides the text that follows `shared/`, at any position and with any encoding of the slash,
    /// since a reader of the log could repair a malformed address.
    private static func withoutLinkSecrets(_ text: String) -> String {
        let slashes = /(shared(?:\/|%2f|%252f)+)[^?&#]+/.ignoresCase()
        return text.replacing(slashes) { match in match.1 + "***" }
    }

    /// Hides path components from `shared` on, except for known components of share-link pages.
    ///
    /// - Parameters:
    ///   - parts: the path components as sent, including the empty one before the first slash.
    ///   - decoded: the decoded components, without the empty one.
    /// - Returns: true if the path belongs to a share link.
    private static func hideLinkSecrets(_ parts: inout [String], _ decoded: [String]) -> Bool {
        let words = decoded.map { $0.lowercased() }
        let isLink = { (word: String) in
            word == "shared" || word.contains("shared/") || word.contains("shared%2f")
                || word.hasPrefix("shared") && word.utf8.count > 30
        }
        guard let first = words.firstIndex(where: isLink) else { return false }
        for index in first..<words.count {
            let word = words[index]
            if partsOfLinks.contains(word) || isNumber(word) { continue }
            let shown = withoutLinkSecrets(parts[index + 1])
            parts[index + 1] = index > first || shown == parts[index + 1] ? "***" : shown
        }
        return true
    }

    /// Returns true for a number that is too short to be a secret.
    private static func isNumber(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 12 && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Removes secrets from an address: the values of some parameters, the secrets of share links,
    /// and passwords in paths of the photo-share protocol.
    static func withoutSecrets(_ address: String) -> String {
        // In an unreadable address, anything after the first component may be a secret.
        guard let target = try? RequestTarget(address) else {
            let parts = address.prefix { $0 != "?" }.split(separator: "/", maxSplits: 1)
            let shown = "/" + String((parts.first ?? "").prefix(64)) + (parts.count > 1 ? "/" : "")
            return shown + (shown.utf8.count < address.utf8.count ? "…" : "")
        }
        var parts = target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        // The first raw component is the empty one before the first slash.
        let isLink = hideLinkSecrets(&parts, target.path)
        let isPhotoShare = target.path.first?.lowercased() == "photoserver"
        // POST /photoserver/postphoto/NAME/PASSWORD/PHOTO
        if isPhotoShare, parts.count == 6, !parts.dropFirst().contains(""), !address.contains("?") {
            parts[4] = "***"
        } else if isPhotoShare, parts.count < 5,
            ["userlist", "userphotos", "photo"].contains(parts[2...].first)
        {
            // A user might append a password to requests that take none.
            if parts.count == 4, parts[2] == "userlist" || !isNumber(parts[3]) { parts[3] = "***" }
        } else {
            // Slightly malformed addresses, such as with two slashes, may also contain a password.
            let path = parts.joined(separator: "/").lowercased()
            for word in ["photoserver", "postphoto"] {
                if let hit = path.firstRange(of: word) {
                    return String(path[..<hit.upperBound]) + "/***"
                }
            }
        }
        var shown = parts.joined(separator: "/")
        if let mark = address.firstIndex(of: "?") {
            let pairs = address[address.index(after: mark)...].split(separator: "&").map {
                pair -> Substring in
                let name = pair.prefix { $0 != "=" }
                guard name.count < pair.count else { return name.utf8.count > 24 ? "***" : name }
                let word = name.lowercased()
                let isSecret =
                    word == "v" || name.contains("%") || secretWords.contains(where: word.contains)
                    // A return address of the sign-in page.
                    || pair.lowercased().contains("photoserver")
                    || (isLink || isPhotoShare) && !isNumber(pair.dropFirst(name.count + 1))
                return isSecret ? "\(name)=***" : pair
            }
            shown += "?" + withoutLinkSecrets(pairs.joined(separator: "&"))
        }
        return shown.utf8.count <= maximumLength
            ? shown : String(decoding: shown.utf8.prefix(maximumLength), as: UTF8.self) + "…"
    }
}
