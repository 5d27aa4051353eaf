/// An endpoint of the fake server.
package enum FakeEndpoint: String, Sendable, Codable, CaseIterable {
    /// `/services/rest/`.
    case rest
    /// `/services/feeds/photos_public.gne`.
    case feed
    /// `/photoserver/…`: the photo-share server.
    case share
    /// `/campaign/…`: the campaign server.
    case campaign
    /// Everything else: the picture host.
    case picture
}

/// A parsed request.
struct FakeRequest: Sendable {
    let method: String
    /// The path without the query, with its escapes decoded.
    let path: String
    /// The segments of the path, each with its escapes decoded.
    let parts: [String]
    /// The arguments of the query and of a form in the body, decoded; the last of equal names wins.
    let arguments: [String: String]
    /// Header fields by lower-case name; the first of equal names.
    let headers: [String: String]
    let endpoint: FakeEndpoint
    let body: [UInt8]
    /// The text that fault rules search: the method, and path and arguments, raw and decoded.
    let searchable: String

    init(method: String, target: String, headers: [String: String], body: [UInt8]) {
        self.method = method
        self.headers = headers
        self.body = body
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = Self.decoded(halves.first ?? "", plusIsSpace: false)
        parts = (halves.first ?? "").dropFirst().split(
            separator: "/", omittingEmptySubsequences: false
        ).map { Self.decoded($0, plusIsSpace: false) }
        let query = halves.count > 1 ? String(halves[1]) : ""
        var pairs = Self.pairs(query)
        var form = ""
        if headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true {
            form = String(decoding: body, as: UTF8.self)
            pairs += Self.pairs(form)
        }
        arguments = Dictionary(pairs, uniquingKeysWith: { $1 })
        let decoded = pairs.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        searchable = "\(method) \(target) \(form) \(path)?\(decoded)"
        if path.hasPrefix("/services/rest") {
            endpoint = .rest
        } else if path.hasPrefix("/services/feeds/") {
            endpoint = .feed
        } else if path.hasPrefix(ShareEndpoint.prefix) {
            endpoint = .share
        } else if path.hasPrefix(CampaignEndpoint.prefix) {
            endpoint = .campaign
        } else {
            endpoint = .picture
        }
    }

    private static func pairs(_ query: String) -> [(String, String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? decoded(parts[1], plusIsSpace: true) : ""
            return (decoded(parts[0], plusIsSpace: true), value)
        }
    }

    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
