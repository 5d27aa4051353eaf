package import Basics
import GalleryModel
import Glibc

/// Where models are looked for, the first folder first.
///
/// The folder of the setting; `models` beside the program; `models` at the package's root, which is
/// the nearest folder above the program with a `Package.swift`; `share/gallery/models` and
/// `share/gallery` of the prefix the program is installed under; the system's OpenCV data.
package struct ModelFolders: Hashable, Sendable {
    /// The folders in the order in which they are searched, whether they exist or not.
    package let folders: [BytePath]
    private let installationFolders: [BytePath]

    /// Names the folders.
    ///
    /// - Parameters:
    ///   - setting: the folder of the setting `GALLERY_MODELS`; nil where it is not set.
    ///   - executable: the program's path; nil for the one that runs.
    package init(setting: BytePath?, executable: BytePath? = nil) {
        let given = setting.map { [$0] } ?? []
        guard let program = executable ?? ModelFolders.runningProgram else {
            folders = given + ModelFolders.system
            installationFolders = given
            return
        }
        let beside = program.parent
        let package =
            ModelFolders.packageRoot(above: program).map { [$0.appending("models")] } ?? []
        let shared = beside.parent.appending("share/gallery")
        let prefix = shared.appending("models")
        folders =
            given + [beside.appending("models")] + package + [prefix, shared] + ModelFolders.system
        installationFolders = given + package + [prefix]
    }

    /// The folder that models are installed into: the first that can be written or made of the
    /// setting's, the package's and the prefix's; nil where none can.
    package var installationFolder: BytePath? {
        installationFolders.first(where: ModelFolders.canWrite)
    }

    /// The path of a model: the first file of its name; nil where no folder has one.
    package func path(of model: ModelFile) -> BytePath? {
        folders.lazy.map { $0.appending(model.fileName) }
            .first { $0.allows(F_OK) }
    }

    private static let system = [
        BytePath("/usr/share/opencv4/haarcascades"), BytePath("/usr/share/opencv/haarcascades"),
    ]

    private static var runningProgram: BytePath? {
        BytePath("/proc/self/exe").linkTarget
    }

    private static func packageRoot(above program: BytePath) -> BytePath? {
        var folder = program.parent
        while true {
            let manifest = folder.appending("Package.swift")
            if manifest.allows(F_OK) { return folder }
            let next = folder.parent
            guard next.bytes.count < folder.bytes.count else { return nil }
            folder = next
        }
    }

    /// Whether a folder can be written, or made in the nearest one above it that exists.
    private static func canWrite(_ folder: BytePath) -> Bool {
        var place = folder
        while !place.allows(F_OK) {
            let next = place.parent
            guard next.bytes.count < place.bytes.count else { return false }
            place = next
        }
        return place.isFolder && place.allows(W_OK | X_OK)
    }
}
