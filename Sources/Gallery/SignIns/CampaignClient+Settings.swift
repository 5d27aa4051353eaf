import GalleryModel
import PhotoSources
import Transport

extension CampaignClient {
    /// Makes a client of the settings: who signed in is looked up where a server wants to know who asks.
    ///
    /// - Parameters:
    ///   - attempted: called before each request but those for pictures goes out, repeated ones too.
    ///   - pictureAttempted: called before each request for a picture goes out.
    init(
        settings: GallerySettings, transport: HTTPTransport,
        attempted: @escaping @Sendable () -> Void,
        pictureAttempted: @escaping @Sendable () -> Void
    ) {
        let send: SendRequest = { request, willAttempt, check in
            try await transport.response(for: request, willAttempt: willAttempt, check: check)
        }
        self.init(
            maximumAnswerBytes: settings.transport.maximumAnswerBytes,
            extraHosts: settings.campaign.hosts,
            token: { server in
                try await offload { try SignIns(settings).entry(for: server)?.loginToken }
            },
            pictures: PictureTransfer(
                integrity: PictureCheck.kind,
                maximumBytes: settings.transport.maximumPictureBytes, attempted: pictureAttempted,
                send: send),
            attempted: attempted, send: send)
    }
}
