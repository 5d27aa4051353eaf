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
        case text(String)
        case other
    }

    /// The texts by the names of their fields.
    private(set) var texts: [String: String] = [:]
    /// The picture; nil while none came.
    private(set) var picture: ArrivingPicture?
    private var part: Part?
    /// The bytes so far of the text that comes.
    private var text: [UInt8] = []
    private var textCount = 0
    private let gallery: PhotoGallery
    private let maximumBytes: Int
    /// Whose turn it is to send a picture without saying who sends it; nil once that is known.
    private var turns: BoundedTurns?
    private var hasTurn = false

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - maximumBytes: of a picture.
    ///   - turns: those of unknown senders; nil where it is known who sends it.
    init(in gallery: PhotoGallery, upTo maximumBytes: Int, turns: BoundedTurns?) {
        self.gallery = gallery
        self.maximumBytes = maximumBytes
        self.turns = turns
    }

    /// Takes what comes next.
    ///
    /// - Throws: 400 and 413; 401 for a long picture of nobody knows whom, 503 for one more than there may be of
    ///   those; what `ArrivingPicture` throws.
    mutating func take(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part("postPhoto"):
            guard picture == nil else { throw PostForm.twice("postPhoto") }
            if let turns {
                try await turns.begin()
                hasTurn = true
            }
            picture = try await gallery.beginPicture(upTo: maximumBytes)
            part = .picture
        case .part(let name) where ["title", "description", "isIOS", "loginToken"].contains(name):
            guard texts[name] == nil else { throw PostForm.twice(name) }
            part = .text(name)
            text = []
        case .part: part = .other
        case .bytes(let bytes): try await take(bytes)
        case .end:
            if case .text(let name) = part {
                guard let text = String(validating: text, as: UTF8.self) else {
                    throw Problem(.badRequest, "the field '\(name)' is not UTF-8")
                }
                texts[name] = text
            }
            part = nil
        }
    }

    private mutating func take(_ bytes: [UInt8]) async throws {
        switch part {
        case .picture:
            guard turns == nil || (picture?.byteCount ?? 0) + bytes.count <= PostForm.longestUnknown
            else { throw CampaignRoutes.noToken }
            try await picture?.write(bytes)
        case .text:
            textCount += bytes.count
            guard textCount <= PostForm.longestTexts else {
                throw Problem(
                    .contentTooLarge,
                    "the texts of the form are longer than \(PostForm.longestTexts) bytes")
            }
            text += bytes
        case .other, nil: break
        }
    }

    /// Makes room for the next unknown sender.
    mutating func senderIsKnown() async {
        if hasTurn { await turns?.end() }
        hasTurn = false
        turns = nil
    }

    /// Leaves nothing behind.
    mutating func giveUp() async {
        await picture?.giveUp()
        await senderIsKnown()
    }

    private static func twice(_ name: String) -> Problem {
        Problem(.badRequest, "the form has the field '\(name)' twice")
    }
}
