import Basics
import Gallery

extension TextMessage {
    /// What went wrong in the library.
    init(_ fault: GalleryFault) {
        switch fault {
        case .noPhoto(let name):
            self.init(say: "error.no-photo", ["photo": DisplayText.truncated(name, to: 60)])
        case .trashedPhoto(let id): self.init(say: "error.photo-in-trash", ["photo": "\(id)"])
        case .nothingToGive: self.init(say: "error.nothing-to-give")
        case .tooManyToGive(let most):
            self.init(say: "error.many-to-give", ["most": Count.text(most)])
        case .linkOver: self.init(say: "error.link-over")
        case .noShareLink(let id): self.init(say: "error.no-link", ["link": "\(id)"])
        case .revokedShareLink(let id): self.init(say: "error.link-revoked", ["link": "\(id)"])
        }
    }
}
