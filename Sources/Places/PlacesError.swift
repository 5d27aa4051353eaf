package import Basics
import GalleryModel
import Glibc

/// Says why places could not be looked up.
package enum PlacesError: Error, Hashable, Sendable {
    /// The index cannot be opened or read: the path and the system's error number.
    case cannotOpen(BytePath, errno: Int32)
    /// The file is no index of places.
    case notAnIndex(BytePath)
    /// The index has a format that a later version of the program writes.
    case newer(BytePath, format: Int, known: Int)
    /// The index is not what its builder wrote, or its builder made a mistake: what is wrong.
    case damaged(BytePath, reason: String)
    /// An override is not written as `AREA=CODE`.
    case badOverride(String, known: [String])
    /// An override names an area that the index does not have; the known keys.
    case unknownArea(String, override: String, known: [String])
    /// An override names a country that the index does not have; the codes of the area's claimants.
    case unknownCountry(String, override: String, claimants: [String])
    /// GEOS gave up, or there is not enough memory.
    case failed(reason: String)
}

extension PlacesError: CustomStringConvertible {
    /// The message for a person to read.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let code):
            "cannot read the index of places '\(path.escaped)': \(SystemMessage.text(code)); "
                + "install gallery again, or name the folder that holds it with GALLERY_MODELS"
        case .notAnIndex(let path):
            "'\(path.escaped)' is no index of places (it begins with other bytes); "
                + "put back the file that came with gallery"
        case .newer(let path, let format, let known):
            "the index of places '\(path.escaped)' has format \(format), and this gallery reads "
                + "format \(known); use the index that came with this gallery, or a newer gallery"
        case .damaged(let path, let reason):
            "the index of places '\(path.escaped)' is damaged: \(reason); "
                + "put back the file that came with gallery"
        case .badOverride(let text, let known):
            "'\(text)' is no override of a disputed area; write AREA=CODE, for example "
                + "'\(known.first ?? "crimea")=UA'; areas: \(known.joined(separator: ", "))"
        case .unknownArea(let key, let text, let known):
            "unknown disputed area '\(key)' in '\(text)'; "
                + "areas: \(known.joined(separator: ", "))"
        case .unknownCountry(let code, let text, let claimants):
            "unknown country '\(code)' in '\(text)'; use a two-letter code of ISO 3166-1, "
                + "for example \(claimants.joined(separator: ", "))"
        case .failed(let reason):
            "places cannot be looked up: \(reason); use fewer jobs or free some memory"
        }
    }
}
