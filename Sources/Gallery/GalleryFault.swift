import Basics
package import GalleryModel

/// What went wrong, where pages have words for it in each language.
package enum GalleryFault: Hashable, Sendable {
    /// There is no such photo.
    case noPhoto(String)
    /// A photo lies in the trash and cannot be given away.
    case trashedPhoto(PhotoID)
    /// A share link would give no photo.
    case nothingToGive
    /// A share link would have more photos one by one than this.
    case tooManyToGive(Int)
    /// A share link would end before it is made.
    case linkOver
    /// There is no such share link.
    case noShareLink(Int64)
    /// A share link was revoked before.
    case revokedShareLink(Int64)

    /// The kind of failure.
    package var kind: GalleryError.Kind {
        switch self {
        case .noPhoto, .trashedPhoto, .noShareLink, .revokedShareLink: .notFound
        case .nothingToGive, .tooManyToGive, .linkOver: .usage
        }
    }

    /// The message for a person, in English.
    package var message: String {
        switch self {
        case .noPhoto(let name): "there is no photo '\(name)' in the catalog"
        case .trashedPhoto(let id):
            "photo '\(id)' lies in the trash: 'gallery restore \(id)' brings it back"
        case .nothingToGive: "there is no photo to give away"
        case .tooManyToGive(let most):
            "a link gives at most \(Count.text(most)) photos that are named or found: make an album "
                + "of them with 'gallery album new', and give that away"
        case .linkOver: "the link would have expired already: give a later instant"
        case .noShareLink(let id):
            "there is no share link \(id): 'gallery share list' lists those there are"
        case .revokedShareLink(let id): "share link \(id) was revoked already"
        }
    }
}
