import Foundation
import GalleryModel

/// One of a photo's pictures as `flickr.photos.getSizes` lists it.
package struct FlickrSize: Sendable, Hashable {
    /// Flickr's name of the size, such as `Large 1600` or `Original`.
    package var label: String
    /// Pixels across; nil where unknown.
    package var width: Int?
    /// Pixels down; nil where unknown.
    package var height: Int?
    /// Where the picture is.
    package var url: String
    /// `photo` or `video`.
    package var media: String?
}

extension FlickrClient {
    /// Asks for all pictures of a photo, one API request; the answer is empty for old videos.
    ///
    /// Throws: `FlickrError`; whatever `reserveQuery` and the transport throw.
    /// Source: https://www.flickr.com/services/api/flickr.photos.getSizes.html
    package func sizes(of id: String) async throws -> [FlickrSize] {
        var parameters = FlickrParameters()
        parameters["photo_id"] = id
        let answer = try await call(
            "flickr.photos.getSizes", parameters, counting: RequestCount())
        return FlickrClient.sizes(in: answer.root)
    }

    /// The picture of the original among a photo's sizes; nil where Flickr withholds it.
    package static func original(among sizes: [FlickrSize]) -> PictureSource? {
        sizes.first { $0.label == "Original" && $0.media != "video" }
            .map { PictureSource(size: .original, url: $0.url) }
    }

    /// Reads an answer of `getSizes`; sizes without a web address are left out.
    static func sizes(in root: SourceJSON.Value) -> [FlickrSize] {
        let rows = root["sizes"]?["size"]?.elements ?? []
        return rows.compactMap { row in
            guard let label = row["label"]?.text,
                let url = row["source"]?.text.flatMap(FlickrPictureURLs.secured)
            else { return nil }
            return FlickrSize(
                label: label, width: row["width"]?.integer, height: row["height"]?.integer,
                url: url, media: row["media"]?.text)
        }
    }
}
