import FakeFlickr
import Foundation
import Testing

@Suite("Rows and their types")
struct PhotoRowTests {
    private static let world = FakeWorld(seed: 4, photos: 300)
    private static let everything =
        "description,license,date_upload,date_taken,owner_name,icon_server,original_format,"
        + "last_update,geo,tags,machine_tags,o_dims,views,media,path_alias,"
        + "url_sq,url_t,url_s,url_q,url_m,url_n,url_z,url_c,url_l,url_h,url_k,url_o"

    private func rows(
        _ extras: String?
    ) async throws -> [([String: Any], FakePhoto)] {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            var arguments = ["text": "dogs", "per_page": "500"]
            arguments["extras"] = extras
            return try await RawClient(fakeFlickr).search(arguments).rows.map { row in
                (row, try #require(Self.world[row["id"] as? String ?? ""]))
            }
        }
    }

    @Test("without extras a row has only the nine basic members")
    func basics() async throws {
        let rows = try await rows(nil)
        #expect(rows.count == 300)
        for (row, photo) in rows {
            #expect(
                Set(row.keys) == [
                    "id", "owner", "secret", "server", "farm", "title", "ispublic", "isfriend",
                    "isfamily",
                ])
            #expect(row["farm"] as? Int == photo.farm)
            #expect(row["server"] as? String == photo.server)
        }
    }

    @Test("only the requested extras are sent")
    func extras() async throws {
        for (row, photo) in try await rows("license, url_m") {
            #expect(row["license"] as? String == String(photo.license))
            #expect((row["url_m"] != nil) == photo.hasURLs)
            #expect(row["views"] == nil && row["url_s"] == nil && row["tags"] == nil)
        }
    }

    @Test("text is escaped once: decoding entities once gives the owner's text")
    func escapes() async throws {
        for (row, photo) in try await rows(Self.everything) {
            let title = try #require(row["title"] as? String)
            let description = row["description"] as? [String: String]
            #expect(decoded(title) == photo.title)
            #expect(decoded(description?["_content"] ?? "?") == photo.description)
            #expect(decoded(row["ownername"] as? String ?? "?") == photo.ownerName)
        }
    }

    @Test("places, sizes and granularity are numbers in some responses and strings in others")
    func mixedTypes() async throws {
        let rows = try await rows(Self.everything)
        for name in ["latitude", "datetakengranularity", "width_m", "height_n"] {
            #expect(rows.contains { $0.0[name] is String }, "\(name) as a string")
            #expect(rows.contains { $0.0[name] is NSNumber }, "\(name) as a number")
        }
        #expect(rows.contains { $0.0["width_n"] is String != $0.0["height_n"] is String })
        #expect(rows.contains { $0.0["pathalias"] is NSNull })
        for (row, photo) in rows where photo.latitude == nil {
            #expect(row["latitude"] as? Int == 0 && row["longitude"] as? Int == 0)
        }
    }

    @Test("url members appear for the existing, permitted sizes")
    func urls() async throws {
        for (row, photo) in try await rows(Self.everything) where photo.hasURLs {
            let sent = Set(row.keys.filter { $0.hasPrefix("url_") })
            let expected = Set(photo.variants.map { "url_\($0.extra)" }).subtracting(["url_w"])
            #expect(sent == expected)
            let url = try #require(row["url_m"] as? String)
            #expect(url.contains("/31337/") == (photo.media == .video))
            #expect(
                row["originalsecret"] as? String
                    == (photo.isOriginalPermitted ? photo.originalSecret : nil))
        }
    }

    private func decoded(_ text: String) -> String {
        var result = text
        for (entity, character) in [
            ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
        ] {
            result = result.replacingOccurrences(of: entity, with: character)
        }
        return result
    }
}
