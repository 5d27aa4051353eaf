import Hummingbird

/// A protocol that other programs speak, whose addresses tell problems in its own shape.
enum PeerProtocol: Sendable {
    /// The photo-share protocol.
    case photoShare
    /// The campaign protocol; signing in tells problems under another name.
    case campaign(CampaignAnswer.Member)

    /// The protocol of an address, also of one that cannot be read; nil where it is no protocol's.
    ///
    /// - Parameters:
    ///   - path: the parts of the address; empty for one that cannot be read.
    ///   - text: the address as it was sent.
    init?(_ path: [String], _ text: String?, _ options: ServerOptions) {
        func isBelow(_ folder: String) -> Bool {
            path.first == folder || path.isEmpty && text?.hasPrefix("/\(folder)/") == true
        }
        if options.isSharing, isBelow(PhotoShareRoutes.folder) {
            self = .photoShare
        } else if options.campaign != nil, isBelow("posts") {
            self = .campaign(.error)
        } else if options.campaign != nil, isBelow("auth") {
            self = .campaign(.message)
        } else {
            return nil
        }
    }

    /// The answer to a problem.
    func answer(_ problem: Problem) -> Response {
        switch self {
        case .photoShare: PhotoShareAnswer.answer(problem)
        case .campaign(let member): CampaignAnswer.answer(problem, as: member)
        }
    }
}
