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

    private static let textNames: Set = ["title", "description", "isIOS", "loginToken", "effect"]

    /// The texts by field name.
    private(set) var texts: [String: String] = [:]
    /// The picture; nil until it is received.
    private(set) var picture: ArrivingPicture?
    /// The name of the picture's file.
    private(set) var fileName: String?
    /// The name of the current field.
    private var name: String?
    /// The bytes of the current text received so far.
    private var text: [UInt8] = []
    private var textCount = 0
    private let site: Site
    /// Limits uploads by unknown senders; nil once the sender is known.
    private var turns: BoundedTurns?
    /// The sender's household, which has one turn at a time; nil for addresses shared by many
    /// clients.
    private let household: String?
    /// The start of the upload's turn; nil without one.
    private var turn: ContinuousClock.Instant?

    /// Creates an empty form.
    ///
    /// - Parameter isKnown: true if the request identifies the sender.
    init(in site: Site, from client: Client, isKnown: Bool) {
        self.site = site
        turns = isKnown ? nil : site.unknownSenders
        household =
            site.options.representsManyClients(client.address)
            ? nil : AttemptKey.address(client.address)
    }

    /// Processes the next event.
    ///
    /// - Throws: 400 and 413; for unknown senders 401 if the picture is too long, 408 if it is too
    ///   slow and 503 if there are too many uploads; errors of `ArrivingPicture`.
    mutating func take(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part(let name, let fileName):
            self.name = name
            guard texts[name] == nil, name != "postPhoto" || picture == nil else {
                throw Problem(.badRequest, "the form contains the field '\(name)' more than once")
            }
            text = []
            guard name == "postPhoto" else { return }
            if let turns {
                try await turns.begin(for: household)
                turn = site.options.now()
            }
            picture = try await site.gallery.beginPicture(upTo: site.options.maximumUploadBytes)
            self.fileName = fileName
        case .bytes(let bytes): try await take(bytes)
        case .end:
            if let name, PostForm.textNames.contains(name) {
                guard let text = String(validating: text, as: UTF8.self) else {
                    throw Problem(.badRequest, "the field '\(name)' is not UTF-8")
                }
                texts[name] = text
            }
            name = nil
        }
    }

    private mutating func take(_ bytes: [UInt8]) async throws {
        switch name {
        case "postPhoto":
            guard
                turns == nil
                    || (picture?.byteCount ?? 0) + bytes.count <= PostForm.maximumUnknownBytes
            else { throw CampaignRoutes.noToken }
            if let turn, site.options.now() - turn > PostForm.uploadTimeLimit {
                throw Problem(
                    .requestTimeout,
                    "the upload took longer than a minute: send the token before the picture")
            }
            try await picture?.write(bytes)
        case let name? where PostForm.textNames.contains(name):
            textCount += bytes.count
            guard textCount <= PostForm.maximumTextBytes else {
                throw Problem(
                    .contentTooLarge,
                    "the texts of the form are longer than \(PostForm.maximumTextBytes) bytes")
            }
            text += bytes
        default: break
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
}
