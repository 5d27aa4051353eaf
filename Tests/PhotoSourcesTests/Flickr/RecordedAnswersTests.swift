import Basics
import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

/// Real Flickr responses, recorded in 2012 and 2013.
///
/// They are not part of the project: the environment variable `GALLERY_TEST_DATA` names the folder
/// that contains `flickr/recorded`.
enum RecordedAnswers {
    static let folder: URL? = ProcessInfo.processInfo.environment["GALLERY_TEST_DATA"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("flickr/recorded")
    }

    static let files: [String] = {
        guard let folder,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.filter { $0 != "manifest.json" }.sorted()
    }()
}

@Suite(
    "Recorded responses",
    .enabled(
        if: RecordedAnswers.folder != nil,
        "GALLERY_TEST_DATA names no folder of recorded answers"))
struct RecordedAnswersTests {
    private static func data(_ name: String) throws -> Data {
        try Data(contentsOf: #require(RecordedAnswers.folder).appendingPathComponent(name))
    }

    private static func same(_ left: Any, _ right: Any) -> Bool {
        (left as? NSObject)?.isEqual(right as? NSObject) ?? false
    }

    @Test(
        "every response is decoded or rejected with its own error", arguments: RecordedAnswers.files
    )
    func decodes(name: String) throws {
        let data = try Self.data(name)
        guard let peer = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            #expect(name.hasSuffix(".txt"))
            #expect(throws: SourceJSONError.self) { try JSONDocument(answer: data) }
            return
        }
        let root = try JSONDocument(answer: data).root
        let whole = try JSONSerialization.jsonObject(with: Data(root.rawText.utf8))
        #expect(Self.same(whole, peer))
        if peer["stat"] as? String == "fail" {
            let code = try #require(root["code"]?.integer)
            #expect(code == peer["code"] as? Int)
            let error = FlickrError.api(code: code, message: root["message"]?.text ?? "")
            #expect(error.kind != .other)
        }
        let list = (peer["photos"] ?? peer["photoset"]) as? [String: Any]
        guard let rows = list?["photo"] as? [[String: Any]] else { return }
        #expect(FlickrListPage.problem(root) == nil)
        let page = FlickrListPage(root, photoEndpoint: "https://live.staticflickr.com")
        #expect(page.rowCount == rows.count && page.photos.count == rows.count)
        #expect(page.total == (list?["total"] as? Int ?? Int(list?["total"] as? String ?? "")))
        for (photo, row) in zip(page.photos, rows) { try Self.compare(photo.details, row) }
    }

    /// Compares a photo with Foundation's reading of its row.
    private static func compare(_ details: PhotoDetails, _ row: [String: Any]) throws {
        let raw = try JSONSerialization.jsonObject(with: Data((details.rawJSON ?? "").utf8))
        #expect(same(raw, row))
        #expect(details.originID == row["id"] as? String)
        #expect(details.server == row["server"] as? String)
        #expect(details.secret == row["secret"] as? String)
        #expect(
            details.dateUploaded?.unixSeconds
                == (row["dateupload"] as? String).flatMap { Int64($0) })
        #expect(details.sourceURL != nil)
        let taken = (row["datetaken"] as? String)?.prefix(10).replacingOccurrences(
            of: "-", with: ":")
        if row["datetakenunknown"] == nil, taken != "0000:00:00" {
            #expect(details.dateTimeOriginal?.prefix(10).description == taken)
        }
        let hasLocation = (row["latitude"] as? Double ?? 0) != 0
        #expect((details.coordinate != nil) == hasLocation)
        if row["url_t"] != nil { #expect(details.thumbnailURL?.hasPrefix("https://") == true) }
        if row["media"] as? String != "video" {
            #expect(details.thumbnailURL != nil && details.largePictureURL != nil)
        }
    }

    @Test(
        "the responses of getSizes contain the original if it is public",
        arguments: RecordedAnswers.files.filter { $0.contains("getSizes") })
    func sizes(name: String) throws {
        let root = try JSONDocument(answer: Self.data(name)).root
        let sizes = root["sizes"]?["size"]?.elements ?? []
        #expect(sizes.count >= 5)
        #expect(sizes.allSatisfy { $0["width"]?.integer != nil && $0["height"]?.integer != nil })
        let pictures = sizes.filter { $0["media"]?.text != "video" }
        #expect(
            pictures.allSatisfy {
                $0["source"]?.text.flatMap(FlickrRow.secured)?.hasPrefix("https://") == true
            })
        let labels = sizes.map { $0["label"]?.text }
        let original = FlickrClient.original(in: root)
        #expect((original != nil) == labels.contains("Original"))
        #expect(original?.url.hasPrefix("https://") != false)
    }
}
