package import Basics
import Foundation
package import GalleryModel
import Synchronization
import Transport

/// The file types that Flickr serves; the raw values are exiftool's names.
package enum PictureKind: String, Sendable, Hashable {
    /// JPEG.
    case jpeg = "JPEG"
    /// PNG.
    case png = "PNG"
    /// GIF.
    case gif = "GIF"
}

/// What became of a download.
package enum FlickrPictureOutcome: Sendable, Hashable {
    /// The whole picture is in the file; `finalURL` is where it came from after redirects.
    case downloaded(digest: FileDigest, byteCount: Int64, kind: PictureKind, finalURL: String)
    /// Flickr has no such picture, or no longer; asking again will not help.
    case unavailable(reason: String)
}

extension FlickrClient {
    /// Where a photo's picture of a size can be fetched; nil where it has none.
    ///
    /// Needs nothing but the stored details, so that a larger picture can be fetched later.
    /// Flickr's own URLs come first; for sizes up to 1024 pixels one is built where Flickr sent
    /// none at all. Where the photo is smaller than the size, it is the largest picture there is.
    /// For `original` it is nil where Flickr withholds the original; `sizes(of:)` asks again.
    package func picture(of details: PhotoDetails, size: PictureSize) -> PictureSource? {
        guard let raw = details.rawJSON, let json = try? FlickrJSON(raw.utf8),
            let row = FlickrRow(json.root)
        else { return nil }
        return FlickrPictureURLs(row, photoEndpoint: configuration.photoEndpoint).source(for: size)
    }

    /// Downloads a picture into a file whose name holds `.part`, resuming what is there.
    ///
    /// Only a whole JPEG, PNG or GIF counts: HTML, a placeholder or a file without its end never
    /// does. A damaged file is thrown away and fetched anew, within the transport's retries. After
    /// anything but `.downloaded` and a failure that passes, neither the file nor its `.meta` is
    /// left.
    ///
    /// Throws: `FlickrError.badPicture` where what came is no whole picture or the server refuses;
    /// whatever the transport throws.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> FlickrPictureOutcome {
        let request = TransferRequest(
            url: source.url, maximumBytes: configuration.maximumPictureBytes,
            destination: .file(part), hosts: configuration.pictureHosts)
        let integrity = self.integrity
        let kind = Mutex<PictureKind?>(nil)
        let response: TransferResponse
        do {
            response = try await send(request, { pictureAttempted() }) { response in
                guard (200..<300).contains(response.status),
                    FlickrClient.placeholder(response.effectiveURL) == nil
                else { return }
                do {
                    let found = try integrity(part)
                    kind.withLock { $0 = found }
                } catch {
                    let problem = DownloadedFile(part).problem ?? "is damaged: \(error)"
                    DownloadedFile(part).remove()
                    throw TransferRejection(
                        reason: problem, isTransient: true,
                        underlying: FlickrError.badPicture(url: source.url, problem: problem))
                }
            }
        } catch let rejection as TransferRejection {
            DownloadedFile(part).remove()
            throw rejection.underlying ?? rejection
        }
        return try outcome(response, kind.withLock { $0 }, of: source, in: part)
    }

    private func outcome(
        _ response: TransferResponse, _ kind: PictureKind?, of source: PictureSource,
        in part: BytePath
    ) throws -> FlickrPictureOutcome {
        if let reason = FlickrClient.unavailability(response) {
            DownloadedFile(part).remove()
            return .unavailable(reason: reason)
        }
        guard (200..<300).contains(response.status) else {
            DownloadedFile(part).remove()
            throw FlickrError.badPicture(
                url: source.url, problem: "cannot be fetched: HTTP \(response.status)")
        }
        guard let digest = response.sha256, let kind else {
            throw FlickrError.badPicture(url: source.url, problem: "was not stored")
        }
        return .downloaded(
            digest: digest, byteCount: response.byteCount, kind: kind,
            finalURL: response.effectiveURL)
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
