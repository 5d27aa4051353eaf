import Foundation
import GalleryModel

/// The addresses of a photo-share server's requests.
struct ShareAddress {
    let server: ServerAddress

    /// The list of people.
    var people: String { server.text + "/userlist" }

    /// The list of a person's photos.
    func photos(of userID: String) -> String {
        server.text + "/userphotos/" + ShareAddress.escaped(userID)
    }

    /// A photo.
    func photo(_ id: String) -> String { server.text + "/photo/" + ShareAddress.escaped(id) }

    /// An id as one part of a path.
    static func escaped(_ id: String) -> String {
        id.addingPercentEncoding(withAllowedCharacters: unreserved) ?? id
    }

    /// Source: RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
