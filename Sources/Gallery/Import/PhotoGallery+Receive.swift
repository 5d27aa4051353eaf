import Basics
import Catalog
package import GalleryModel
import Glibc

extension PhotoGallery {
    /// Takes a picture that comes in pieces, such as the body of a request: the one way from bytes to a photo.
    ///
    /// The bytes go to a temporary file in the catalog, where they are looked at once all are there: their type by
    /// content, whole, within the limits of decoding. Then the photo is stored as an import does, a member of the
    /// draft's section, under one entry of the journal; places are looked up at the end. Otherwise nothing of it
    /// stays.
    ///
    /// - Parameter pieces: the bytes, in order; their end is the picture's.
    /// - Returns: the photo; the one that is there, where the account sent the same bytes as the same before.
    /// - Throws: what the pieces throw; `badInput` for what is no whole picture, whose `isTooLong` tells of more than
    ///   `draft.maximumBytes`; `notAllowed` for a picture that was removed here; `inputOutput`, whose `isDiskFull`
    ///   tells of a full disk; `tryLater`.
    package func receivePicture<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, _ draft: PictureDraft
    ) async throws -> PhotoID where Pieces.Element: Collection<UInt8> {
        var arriving = try await beginPicture(upTo: draft.maximumBytes)
        do {
            for try await piece in pieces { try await arriving.write(piece) }
            return try await store(arriving, draft)
        } catch {
            await arriving.giveUp()
            throw error
        }
    }

    /// Makes room for a picture of which nothing is known yet, for what comes among other things.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Throws: `inputOutput` where the catalog cannot be written.
    package func beginPicture(upTo limit: Int) async throws -> ArrivingPicture {
        let reception = try await offload { [self] in try PictureReception(in: self) }
        return ArrivingPicture(reception, maximumBytes: limit)
    }

    /// Makes a photo of a picture that is there, as `receivePicture` does.
    ///
    /// - Throws: as `receivePicture`; the picture is to be given up then.
    package func store(
        _ picture: ArrivingPicture, _ draft: PictureDraft
    ) async throws -> PhotoID {
        var picture = picture
        try await picture.flush()
        let reception = picture.reception
        return try await offload { [self] in
            let id = try reception.finish(draft)
            // A place that is not found now is found by the next command that looks.
            try? locateQueued(
                WorkContext(WorkOptions(), command: PictureReception.command, in: catalog),
                command: PictureReception.command)
            return id
        }
    }
}

extension GalleryError {
    /// Says that somebody sends more than is taken.
    static func tooLong(_ maximum: Int) -> GalleryError {
        GalleryError(
            .badInput, "the picture is longer than \(ByteCount.text(Int64(maximum)))",
            systemError: EFBIG)
    }

    /// Whether there are more bytes than are taken.
    package var isTooLong: Bool { systemError == EFBIG }
}
