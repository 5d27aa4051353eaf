import Basics

/// A picture on its way, in a temporary file of the catalog, before it is known whose it is to be.
///
/// `PhotoGallery.store(_:_:)` makes a photo of it once all is there; else `giveUp` is to be called.
package struct ArrivingPicture: Sendable {
    /// How many bytes are gathered before they are written.
    private static let pieceLength = 1 << 20

    /// How many bytes came so far.
    package private(set) var byteCount = 0
    let reception: PictureReception
    private let maximumBytes: Int
    private var waiting: [UInt8] = []

    init(_ reception: PictureReception, maximumBytes: Int) {
        self.reception = reception
        self.maximumBytes = maximumBytes
    }

    /// Takes the next bytes.
    ///
    /// - Throws: `badInput`, whose `isTooLong` tells of more bytes than are taken; `inputOutput`.
    package mutating func write(_ piece: some Collection<UInt8>) async throws {
        guard byteCount + piece.count <= maximumBytes else {
            throw GalleryError.tooLong(maximumBytes)
        }
        waiting.append(contentsOf: piece)
        byteCount += piece.count
        if waiting.count >= Self.pieceLength { try await flush() }
    }

    /// Writes what waits.
    mutating func flush() async throws {
        try Task.checkCancellation()
        guard !waiting.isEmpty else { return }
        let (bytes, offset, reception) = (waiting, byteCount - waiting.count, reception)
        waiting.removeAll(keepingCapacity: true)
        try await offload { try reception.write(bytes, at: offset) }
    }

    /// Leaves nothing behind.
    package func giveUp() async {
        let reception = reception
        try? await offload { reception.giveUp() }
    }
}
