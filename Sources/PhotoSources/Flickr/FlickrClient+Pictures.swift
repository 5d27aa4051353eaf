package import Basics
import Foundation
package import GalleryModel
import Transport

extension FlickrClient {
    /// Where a photo's picture of a size can be fetched; nil where it has none.
    ///
    /// Needs nothing but the stored details, so that a larger picture can be fetched later.
    /// Flickr's own URLs come first; for sizes up to 1024 pixels one is built where Flickr sent
    /// none at all. Where the photo is smaller than the size, it is the largest picture there is.
    /// For `original` it is nil where Flickr withholds the original; `sizes(of:)` asks again.
    package func picture(of details: PhotoDetails, size: PictureSize) -> PictureSource? {
        guard let raw = details.rawJSON, let json = try? SourceJSON(raw.utf8),
            let row = FlickrRow(json.root)
        else { return nil }
        return FlickrPictureURLs(row, photoEndpoint: configuration.photoEndpoint).source(for: size)
    }

    /// Downloads a picture into a file whose name holds `.part`, resuming what is there.
    ///
    /// Only a whole picture counts: HTML, a placeholder or a file without its end never
    /// does. A damaged file is thrown away and fetched anew, within the transport's retries. After
    /// anything but `.downloaded` and a failure that passes, neither the file nor its `.meta` is
    /// left.
    ///
    /// Throws: `PictureError` where what came is no whole picture or the server refuses;
    /// whatever the transport throws.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        let answer = try await pictures.answer(
            source, hosts: configuration.pictureHosts, to: part,
            isPlaceholder: { FlickrClient.placeholder($0) != nil })
        if let reason = FlickrClient.unavailability(answer.response) {
            DownloadedFile(part).remove()
            return .unavailable(reason: reason)
        }
        guard answer.response.isSuccess else {
            DownloadedFile(part).remove()
            throw PictureError(
                url: source.url, problem: "cannot be fetched: HTTP \(answer.response.status)")
        }
        return try pictures.outcome(answer)
    }

    private static func unavailability(_ response: TransferResponse) -> String? {
        switch response.status {
        case 404, 410: "flickr has no such picture (HTTP \(response.status))"
        default: placeholder(response.effectiveURL)
        }
    }

    /// Why a URL after redirects is that of a placeholder; nil where it is not.
    static func placeholder(_ url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let isPlaceholder = ["photo_unavailable", "video_unavailable"].contains {
            path.contains($0)
        }
        return isPlaceholder ? "flickr shows its placeholder \"unavailable\" instead" : nil
    }
}
