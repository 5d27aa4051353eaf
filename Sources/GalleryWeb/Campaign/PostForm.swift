import Gallery
import GalleryModel
import HTTPTypes

/// A post as a form sends it: its texts, and its picture in a file of the catalog until it is known whose it is.
struct PostForm: Sendable {
    /// The most bytes of all texts.
    static let longestTexts = 64 << 10
    /// The most bytes of a picture before it is known who sends it.
    static let longestUnknown = 64 << 20

    private enum Part {
        case picture
        case text(String, [UInt8])
        case other
    }

    /// The texts by the names of their fields.
    private(set) var texts: [String: String] = [:]
    /// The picture; nil while none came.
    private(set) var picture: ArrivingPicture?
    private var part: Part?
    private var textCount = 0
    private let gallery: PhotoGallery
    private let maximumBytes: Int

    /// Makes an empty form.
    ///
    /// - Parameter maximumBytes: of a picture.
    init(in gallery: PhotoGallery, upTo maximumBytes: Int) {
        self.gallery = gallery
        self.maximumBytes = maximumBytes
    }

    /// Takes what comes next.
    ///
    /// - Parameter isKnown: whether it is known who sends it.
    /// - Throws: 400 and 413; 401 for a long picture of nobody knows whom; what `ArrivingPicture` throws.
    mutating func take(_ event: MultipartParser.Event, isKnown: Bool) async throws {
        switch event {
        case .part("postPhoto"):
            guard picture == nil else { throw PostForm.twice("postPhoto") }
            picture = try await gallery.beginPicture(upTo: maximumBytes)
            part = .picture
        case .part(let name) where ["title", "description", "isIOS", "loginToken"].contains(name):
            guard texts[name] == nil else { throw PostForm.twice(name) }
            part = .text(name, [])
        case .part: part = .other
        case .bytes(let bytes): try await take(bytes, isKnown: isKnown)
        case .end:
            if case .text(let name, let bytes) = part {
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw Problem(.badRequest, "the field '\(name)' is not UTF-8")
                }
                texts[name] = text
            }
            part = nil
        }
    }

    private mutating func take(_ bytes: [UInt8], isKnown: Bool) async throws {
        switch part {
        case .picture:
            guard isKnown || (picture?.byteCount ?? 0) + bytes.count <= PostForm.longestUnknown
            else { throw CampaignRoutes.noToken }
            try await picture?.write(bytes)
        case .text(let name, let before):
            textCount += bytes.count
            guard textCount <= PostForm.longestTexts else {
                throw Problem(
                    .contentTooLarge,
                    "the texts of the form are longer than \(PostForm.longestTexts) bytes")
            }
            part = .text(name, before + bytes)
        case .other, nil: break
        }
    }

    /// Leaves nothing behind.
    func giveUp() async { await picture?.giveUp() }

    private static func twice(_ name: String) -> Problem {
        Problem(.badRequest, "the form has the field '\(name)' twice")
    }
}
