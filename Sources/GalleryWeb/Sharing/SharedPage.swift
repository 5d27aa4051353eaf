import Gallery
import GalleryModel
import Hummingbird

/// The page of a share link: its photos, and the way to all of them as one file.
struct SharedPage {
    /// How many photos it has.
    private static let size = 60

    let request: WebRequest
    let shared: SharedPhotos

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 400 for parameters that cannot be read.
    func response() throws -> Response {
        try request.accept(["from", "at"])
        let start = try start ?? startAtPhoto()
        let addresses = SharedAddresses(request, shared)
        let photos = try shared.photos(from: start, limit: SharedPage.size)
        let count = shared.count
        let title = shared.title ?? language.say("shared.title")
        let frame = SharedFrame(
            kind: .shared, title: title, base: addresses.base, address: request.address,
            language: language)
        var values: [String: Any] = [
            "heading": title, "count": language.say("count.photos", count: count),
            "tiles": photos.enumerated().map { index, photo in
                var tile = PhotoTile(photo: photo.told, addresses, in: language)
                tile.untitled = SharedPage.name(at: start + index, in: language)
                return tile.values
            },
            "isEmpty": count == 0, "isBehindTheLast": count > 0 && photos.isEmpty,
            "clearAddress": addresses.base, "hasArchive": count > 0,
            "archiveAddress": addresses.base + "/photos.zip",
        ]
        if start > 0 {
            values["previousAddress"] = address(max(start - SharedPage.size, 0), addresses)
        }
        if start + photos.count < count, !photos.isEmpty {
            values["nextAddress"] = address(start + SharedPage.size, addresses)
        }
        values["hasPages"] = start > 0 || start + photos.count < count
        return .html(try frame.page("shared", values), for: request)
    }

    private var language: PageLanguage { request.language }

    /// How many photos stand before the page, as `from` says it.
    private var start: Int? {
        get throws(Problem) {
            guard let text = request.parameter("from") else { return nil }
            guard let number = Int(text), (1...1_000_000_000).contains(number) else {
                throw request.invalid("from", text, expected: "a number from 1")
            }
            return number - 1
        }
    }

    /// How many photos stand before the page that has the photo of `at`; none where no page has it.
    private func startAtPhoto() throws -> Int {
        guard let text = request.parameter("at") else { return 0 }
        guard let id = Int64(text) else {
            throw request.invalid("at", text, TextMessage(say: "expected.photo"))
        }
        let index = try shared.index(of: PhotoID(rawValue: id)) ?? 0
        return index - index % SharedPage.size
    }

    /// What a photo without a title is called: its id means nothing to who was given it.
    ///
    /// - Parameter index: where it stands, from 0; nil where that is not known.
    static func name(at index: Int?, in language: PageLanguage) -> String {
        guard let index else { return language.say("viewer.photo") }
        return language.say("photo.untitled", ["id": language.number(index + 1)])
    }

    /// The address of the page that has a photo.
    ///
    /// - Parameter index: where the photo stands, from 0; nil where that is to be found out when somebody goes there.
    static func address(
        with photo: PhotoID, at index: Int?, _ addresses: SharedAddresses
    ) -> String {
        if let index, index < size { return addresses.base }
        return "\(addresses.base)?at=\(photo)"
    }

    private func address(_ start: Int, _ addresses: SharedAddresses) -> String {
        start == 0 ? addresses.base : "\(addresses.base)?from=\(start + 1)"
    }
}
