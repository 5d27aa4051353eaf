import Foundation

/// The three parts that name a picture on Flickr's servers: `SERVER/ID_SECRET_SUFFIX.jpg`.
///
/// Source: https://www.flickr.com/services/api/misc.urls.html
struct FlickrPictureAddress {
    let server: String
    let id: String
    let secret: String

    /// Makes an address; nil where a part could not stand in a URL.
    init?(server: String, id: String, secret: String) {
        guard FlickrPhoto.isNumber(server), FlickrPhoto.isNumber(id), !secret.isEmpty,
            secret.utf8.allSatisfy(SourceJSONScanner.isLetterOrDigit)
        else { return nil }
        self.server = server
        self.id = id
        self.secret = secret
    }

    /// Reads the address in a picture's URL; nil where the path has another form.
    init?(url: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard path.count >= 3, let file = path.last?.prefix(while: { $0 != "." }) else {
            return nil
        }
        let parts = file.split(separator: "_")
        guard parts.count >= 2 else { return nil }
        self.init(
            server: String(path[path.count - 2]), id: String(parts[0]), secret: String(parts[1]))
    }

    /// The URL below an endpoint, with what follows the secret.
    func url(_ photoEndpoint: String, _ ending: String) -> String {
        "\(photoEndpoint)/\(server)/\(id)_\(secret)\(ending)"
    }
}

extension SourceJSONScanner {
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
}
