package import Basics
import GalleryModel
import Imaging

/// Says why faces could not be looked for.
package enum FacesError: Error, Hashable, Sendable {
    /// A model of the program's own is in none of the folders; the first of them is named.
    case missingModel(ModelFile, expected: BytePath)
    /// A model's size or SHA-256 is not what it has to be.
    case alteredModel(ModelFile, path: BytePath)
    /// A model cannot be read: the path and the system's error number.
    case unreadableModel(BytePath, errno: Int32)
    /// A model's bytes are what they have to be, and the installed OpenCV cannot use them.
    case unusableModel(BytePath, reason: String)
    /// A cascade that the user names is no cascade.
    case badCascade(BytePath, reason: String)
    /// There is not enough memory.
    case outOfMemory
    /// OpenCV gave up on a picture, for the reason given.
    case failed(reason: String)
}

extension FacesError: CustomStringConvertible {
    /// The message for a person to read.
    package var description: String {
        switch self {
        case .missingModel(let model, let expected):
            "the model '\(expected.escaped)' is missing, and no other folder of models has it; "
                + "install it with '\(model.installation)'"
        case .alteredModel(let model, let path):
            "the model '\(path.escaped)' is not the file it should be (size or SHA-256 differ); "
                + "remove it and install it again with '\(model.installation)'"
        case .unreadableModel(let path, let code):
            "cannot read the model '\(path.escaped)': \(SystemMessage.text(code))"
        case .unusableModel(let path, let reason):
            "the installed OpenCV cannot use the model '\(path.escaped)': \(reason); "
                + "OpenCV 4.6 is what this program was made for"
        case .badCascade(let path, let reason):
            "'\(path.escaped)' cannot be used as a cascade: \(reason); "
                + "name a cascade file in OpenCV's XML format"
        case .outOfMemory: "there is not enough memory to look for faces; use fewer jobs"
        case .failed(let reason): "OpenCV cannot look for faces in the picture: \(reason)"
        }
    }
}
