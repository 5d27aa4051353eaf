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

    /// Where a picture is sent to by somebody who has a password.
    func post(of account: String, password: String, name: String) -> String {
        post(of: account, name: password) + "/" + ShareAddress.escaped(name)
    }

    /// Where a picture is sent to by somebody who has a token.
    func post(of account: String, name: String) -> String {
        [server.text, "postphoto", ShareAddress.escaped(account), ShareAddress.escaped(name)]
            .joined(separator: "/")
    }

    /// Whether a text can be one part of a path, whatever stands before and behind it: dots alone lead elsewhere,
    /// also where they are escaped.
    static func isPart(_ text: String) -> Bool { !text.isEmpty && text != "." && text != ".." }

    /// An id, a name or a password as one part of a path.
    static func escaped(_ id: String) -> String {
        id.addingPercentEncoding(withAllowedCharacters: unreserved) ?? id
    }

    /// Source: RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
