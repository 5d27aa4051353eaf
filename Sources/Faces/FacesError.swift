package import Basics

/// The reason why faces could not be detected.
package enum FacesError: Error, Hashable, Sendable {
    /// A built-in model is not in any of the folders; the path names the first.
    case missingModel(ModelFile, expected: BytePath)
    /// A model has an unexpected size or SHA-256.
    case alteredModel(ModelFile, path: BytePath)
    /// A model cannot be read: its path and the system's error number.
    case unreadableModel(BytePath, errno: Int32)
    /// A built-in model is unaltered, but the installed OpenCV cannot use it.
    case unusableModel(BytePath, reason: String)
    /// The user's own cascade is not valid.
    case badCascade(BytePath, reason: String)
    /// Memory ran out.
    case outOfMemory
    /// OpenCV failed on a picture, for the reason given.
    case failed(reason: String)
}

extension FacesError: CustomStringConvertible {
    /// The message for users.
    package var description: String {
        switch self {
        case .missingModel(let model, let expected):
            "the model is not installed; install it with '\(model.installation)' "
                + "(missing: '\(expected.escaped)')"
        case .alteredModel(let model, let path):
            "the model '\(path.escaped)' has an unexpected size or SHA-256; "
                + "remove it and install it again with '\(model.installation)'"
        case .unreadableModel(let path, let code):
            "cannot read the model '\(path.escaped)': \(SystemMessage.text(code))"
        case .unusableModel(let path, let reason):
            "the installed OpenCV cannot use the model '\(path.escaped)': \(reason); "
                + "gallery is built for OpenCV 4.6"
        case .badCascade(let path, let reason):
            "'\(path.escaped)' cannot be used as a cascade: \(reason); "
                + "use a cascade file in OpenCV's XML format"
        case .outOfMemory: "not enough memory to detect faces; use fewer jobs"
        case .failed(let reason): "OpenCV cannot detect faces in the picture: \(reason)"
        }
    }
}
