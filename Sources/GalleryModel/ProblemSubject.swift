public import Basics
import Foundation

/// What a problem is about: a photo, what was done with one, or a file.
///
/// Catalogs store the text, so that a subject has the same text for good.
public struct ProblemSubject: Hashable, Sendable {
    /// What is done with a photo and has a problem of its own.
    public enum Step: String, Sendable {
        /// Cutting its faces out.
        case crop
        /// Changing its edit.
        case edit
        /// Copying its picture out.
        case export
        /// Sending it to another server.
        case publish
        /// Making a copy to give away.
        case share
    }

    /// What a person reads: an escaped path, `photo 42` or `photo 42 (export)`.
    public let text: String

    /// Makes a subject of its text.
    public init(text: String) {
        self.text = text
    }
}

extension ProblemSubject {
    /// Looking places up, as a whole.
    public static let places = ProblemSubject(text: "places")

    /// A photo and its pictures.
    public static func photo(_ id: PhotoID) -> ProblemSubject {
        ProblemSubject(text: "photo \(id)")
    }

    /// One thing that is done with a photo.
    public static func photo(_ id: PhotoID, _ step: Step) -> ProblemSubject {
        ProblemSubject(text: "photo \(id) (\(step.rawValue))")
    }

    /// The photo that it is about; nil for anything else.
    public var photoID: PhotoID? {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0] == "photo", let number = Int64(words[1]), number > 0 else {
            return nil
        }
        return PhotoID(rawValue: number)
    }

    /// A photo's picture of one size.
    public static func photo(_ id: PhotoID, _ size: PictureSize) -> ProblemSubject {
        ProblemSubject(text: "photo \(id) (\(size.rawValue))")
    }

    /// A photo that another server lists: with its number at Flickr, else with its title.
    public static func photo(_ photo: Photo) -> ProblemSubject {
        let name = photo.origin == .flickr ? "flickr:\(photo.originID)" : photo.title
        return ProblemSubject(text: "photo \(photo.id)" + (name.map { " (\($0))" } ?? ""))
    }

    /// A section, and what it is filled from.
    public static func section(_ reference: SectionReference) -> ProblemSubject {
        ProblemSubject(text: reference.text)
    }

    /// A file or folder.
    public static func path(_ path: BytePath) -> ProblemSubject {
        ProblemSubject(text: path.escaped)
    }

    /// A file that comes with the program.
    public static func file(named name: String) -> ProblemSubject {
        ProblemSubject(text: name)
    }

    /// A line of standard input, the first of them 1.
    public static func line(_ number: Int) -> ProblemSubject {
        ProblemSubject(text: "line \(number)")
    }
}

extension ProblemSubject: CustomStringConvertible {
    /// What a person reads.
    public var description: String { text }
}
