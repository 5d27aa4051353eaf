import FakeFlickr
import Foundation
import Testing

/// An API response with the fields that tests check.
struct SearchAnswer {
    let json: [String: Any]

    var stat: String { json["stat"] as? String ?? "" }
    var code: Int? { json["code"] as? Int }
    var photos: [String: Any] { json["photos"] as? [String: Any] ?? [:] }
    var rows: [[String: Any]] { photos["photo"] as? [[String: Any]] ?? [] }
    var ids: [String] { rows.compactMap { $0["id"] as? String } }
}

extension RawClient {
    /// Calls an API method and requests JSON.
    func call(_ method: String, _ arguments: [String: String] = [:]) async throws -> SearchAnswer {
        var all = arguments
        all["method"] = method
        all["format"] = "json"
        all["nojsoncallback"] = "1"
        if all["api_key"] == nil { all["api_key"] = FakeFlickrServer.defaultAPIKey }
        let response = try await send("/services/rest/?" + RawClient.query(all))
        #expect(response.status == 200)
        let json = try JSONSerialization.jsonObject(with: Data(response.body))
        return SearchAnswer(json: try #require(json as? [String: Any]))
    }

    /// Searches with only the arguments relevant to the test.
    func search(_ arguments: [String: String]) async throws -> SearchAnswer {
        try await call("flickr.photos.search", arguments)
    }

    /// Percent-encoded arguments.
    static func query(_ arguments: [String: String]) -> String {
        arguments.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
            .intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
