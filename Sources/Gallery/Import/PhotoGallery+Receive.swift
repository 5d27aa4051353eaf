import Basics
import Catalog
package import GalleryModel
import Glibc

extension PhotoGallery {
    /// How many bytes are gathered before they are written.
    private static let pieceLength = 1 << 20

    /// Takes a picture that comes in pieces, such as the body of a request: the one way from bytes to a photo.
    ///
    /// The bytes go to a temporary file in the catalog, where they are looked at once all are there: their type by
    /// content, whole, within the limits of decoding. Then the photo is stored as an import does, a member of the
    /// draft's section, under one entry of the journal; places are looked up at the end. Otherwise nothing of it
    /// stays.
    ///
    /// - Parameter pieces: the bytes, in order; their end is the picture's.
    /// - Returns: the photo; the one that is there, where the account has the same bytes in its photos.
    /// - Throws: what the pieces throw; `badInput` for what is no whole picture, whose `isTooLong` tells of more than
    ///   `draft.maximumBytes`; `notAllowed` for a picture that lies in the trash; `inputOutput`, whose `isDiskFull`
    ///   tells of a full disk; `tryLater`.
    package func receivePicture<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, _ draft: PictureDraft
    ) async throws -> PhotoID where Pieces.Element: Collection<UInt8> {
        let reception = try await offload { [self] in try PictureReception(draft, in: self) }
        do {
            var (waiting, written) = ([UInt8](), 0)
            for try await piece in pieces {
                guard written + waiting.count + piece.count <= draft.maximumBytes else {
                    throw GalleryError.tooLong(draft.maximumBytes)
                }
                waiting.append(contentsOf: piece)
                if waiting.count >= Self.pieceLength {
                    let (bytes, offset) = (waiting, written)
                    try await offload { try reception.write(bytes, at: offset) }
                    written += bytes.count
                    waiting.removeAll(keepingCapacity: true)
                }
            }
            let (bytes, offset) = (waiting, written)
            try Task.checkCancellation()
            return try await offload { [self] in
                if !bytes.isEmpty { try reception.write(bytes, at: offset) }
                let id = try reception.finish()
                // A place that is not found now is found by the next command that looks.
                try? locateQueued(
                    WorkContext(WorkOptions(), command: PictureReception.command, in: catalog),
                    command: PictureReception.command)
                return id
            }
        } catch {
            await Self.giveUp(reception)
            throw error
        }
    }

    private static func giveUp(_ reception: PictureReception) async {
        try? await offload { reception.giveUp() }
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
