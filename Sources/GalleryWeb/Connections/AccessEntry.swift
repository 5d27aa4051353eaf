import Basics

/// What the log tells of one answer.
struct AccessEntry: Sendable {
    /// When the request came, seconds since 1970-01-01 UTC.
    var time: Int64
    /// The address of who asked.
    var client: String
    /// The name of their account or token; empty where they have none.
    var name: String
    /// The method as it was sent.
    var method: String
    /// The address as it was sent, with secrets left out.
    var address: String
    /// The status of the answer.
    var status: Int
    /// The bytes of its body.
    var bytes: Int
    /// How long it took, in milliseconds.
    var milliseconds: Double

    /// The entry in one line.
    var text: String {
        let name = name.isEmpty ? "-" : AccessEntry.word(name)
        let client = client.isEmpty ? "-" : client
        return
            "\(instant) \(client) \(name) \(AccessEntry.word(method)) \(AccessEntry.word(address)) "
            + "\(status) \(bytes) \(tenths)ms"
    }

    /// The entry as an object.
    var json: JSONValue {
        .object([
            ("time", .text(instant)), ("client", .text(client)), ("name", .text(name)),
            ("method", .text(method)), ("address", .text(address)),
            ("status", .number(Double(status))), ("bytes", .number(Double(bytes))),
            ("milliseconds", .number((milliseconds * 10).rounded() / 10)),
        ])
    }

    private var instant: String { CivilDate(unixSeconds: time).text(between: "T") + "Z" }

    private var tenths: String {
        let tenths = Int((min(milliseconds, 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A text as one word that no terminal obeys.
    private static func word(_ text: String) -> String {
        DisplayText.escaped(text).split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: "\\u{20}")
    }
}

extension AccessEntry {
    /// The longest address that is told, in bytes.
    private static let maximumLength = 1024

    /// Parameters whose value is nobody's business.
    private static let secretParameters: Set = [
        "password", "token", "v", "secret", "key", "logintoken", "access_token",
    ]

    /// A text without what stands behind `shared/`, wherever that stands and however its slashes are spelled: an address
    /// that is wrong in some place may be mended by whoever reads it.
    private static func withoutLinkSecrets(_ text: String) -> String {
        let slashes = /(shared(?:\/|%2f|%252f)+)[^\/?&#]+/.ignoresCase()
        return text.replacing(slashes) { match in match.1 + "***" }
    }

    /// An address without what opens something: values of some parameters, the secrets of share links, and the
    /// password in the path of the photo sharing service.
    static func withoutSecrets(_ address: String) -> String {
        // What cannot be read could hide anything behind the question mark, and behind its first part.
        guard let target = try? RequestTarget(address) else {
            let parts = address.prefix { $0 != "?" }.split(separator: "/", maxSplits: 1)
            let shown = "/" + String((parts.first ?? "").prefix(64)) + (parts.count > 1 ? "/" : "")
            return shown + (shown.utf8.count < address.utf8.count ? "…" : "")
        }
        var parts = target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        // The first part of the raw path is the empty one before its first slash.
        switch target.path.first?.lowercased() {
        case "shared" where parts.count > 2: parts[2] = "***"
        // POST /photoserver/postphoto/NAME/PASSWORD/PHOTO
        case "photoserver"
        where parts.count == 6 && !parts.dropFirst().contains("") && !address.contains("?"):
            parts[4] = "***"
        // The requests without a password.
        case "photoserver"
        where parts.count < 5 && ["userlist", "userphotos", "photo"].contains(parts[2...].first):
            break
        default:
            // Addresses that nearly are it, such as with two slashes, hold a password all the same.
            let path = target.rawPath.lowercased()
            for word in ["photoserver", "postphoto"] {
                if let hit = path.firstRange(of: word) {
                    return String(path[..<hit.upperBound]) + "/***"
                }
            }
        }
        var shown = parts.joined(separator: "/")
        if let mark = address.firstIndex(of: "?") {
            let pairs = address[address.index(after: mark)...].split(separator: "&").map { pair in
                let name = pair.prefix { $0 != "=" }
                let isSecret =
                    name.contains("%") || secretParameters.contains(name.lowercased())
                    // Where somebody comes back to after signing in.
                    || pair.lowercased().contains("photoserver")
                return isSecret && name.count < pair.count ? "\(name)=***" : String(pair)
            }
            shown += "?" + pairs.joined(separator: "&")
        }
        shown = withoutLinkSecrets(shown)
        return shown.utf8.count <= maximumLength
            ? shown : String(decoding: shown.utf8.prefix(maximumLength), as: UTF8.self) + "…"
    }
}
