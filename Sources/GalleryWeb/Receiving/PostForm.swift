import Gallery
import HTTPTypes

/// A post received as a form; its picture is written to a temporary file of the catalog until the
/// sender is known.
struct PostForm: Sendable {
    /// The maximum total size of all texts, in bytes.
    static let maximumTextBytes = 64 << 10
    /// The maximum size of a picture from an unknown sender, in bytes.
    static let maximumUnknownBytes = 64 << 20
    /// The time limit for uploading such a picture, as few such uploads may run at a time.
    static let uploadTimeLimit = Duration.seconds(60)

    private enum Part {
        case picture
        case text(String)
        case other
    }

    /// The texts by field name.
    private(set) var texts: [String: String] = [:]
    /// The picture; nil until it is received.
    private(set) var picture: ArrivingPicture?
    private var part: Part?
    /// The bytes of the current text received so far.
    private var text: [UInt8] = []
    private var textCount = 0
    private let gallery: PhotoGallery
    private let maximumBytes: Int
    /// Limits uploads by unknown senders; nil once the sender is known.
    private var turns: BoundedTurns?
    private let household: String?
    /// The start of the upload's turn; nil without one.
    private var turn: ContinuousClock.Instant?
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty form.
    ///
    /// - Parameters:
    ///   - gallery: the gallery that stores the picture.
    ///   - maximumBytes: the maximum size of the picture.
    ///   - turns: limits uploads by unknown senders; nil if the sender is known.
    ///   - household: the sender's household, which has one turn at a time; nil for addresses
    ///     shared by many clients.
    ///   - now: the clock for turns.
    init(
        in gallery: PhotoGallery, upTo maximumBytes: Int, turns: BoundedTurns?,
        household: String?, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.gallery = gallery
        self.maximumBytes = maximumBytes
        self.turns = turns
        self.household = household
        self.now = now
    }

    /// Processes the next event.
    ///
    /// - Throws: 400 and 413; for unknown senders 401 if the picture is too long, 408 if it is too
    ///   slow and 503 if there are too many uploads; errors of `ArrivingPicture`.
    mutating func take(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part("postPhoto"):
            guard picture == nil else { throw PostForm.twice("postPhoto") }
            if let turns {
                try await turns.begin(for: household)
                turn = now()
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
            guard
                turns == nil
                    || (picture?.byteCount ?? 0) + bytes.count <= PostForm.maximumUnknownBytes
            else { throw CampaignRoutes.noToken }
            if let turn, now() - turn > PostForm.uploadTimeLimit {
                throw Problem(
                    .requestTimeout,
                    "the upload took longer than a minute: send the token before the picture")
            }
            try await picture?.write(bytes)
        case .text:
            textCount += bytes.count
            guard textCount <= PostForm.maximumTextBytes else {
                throw Problem(
                    .contentTooLarge,
                    "the texts of the form are longer than \(PostForm.maximumTextBytes) bytes")
            }
            text += bytes
        case .other, nil: break
        }
    }

    /// Ends the upload's turn, which lets the next unknown sender start.
    mutating func senderIsKnown() async {
        if turn != nil { await turns?.end(for: household) }
        turn = nil
        turns = nil
    }

    /// Deletes the received picture and ends the turn.
    mutating func giveUp() async {
        await picture?.giveUp()
        await senderIsKnown()
    }

    private static func twice(_ name: String) -> Problem {
        Problem(.badRequest, "the form contains the field '\(name)' more than once")
    }
}
