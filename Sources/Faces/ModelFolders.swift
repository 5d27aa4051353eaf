package import Basics
import Glibc

/// The folders searched for models, in order.
///
/// They are: the folder of the setting; `models` beside the program; `models` at the package's
/// root, which is the nearest folder above the program with a `Package.swift`, or, for programs
/// that use the library, in this package's checkout below it; `share/gallery/models` and
/// `share/gallery` under the installation prefix; and the system's OpenCV data.
package struct ModelFolders: Hashable, Sendable {
    /// The folders in search order, including those that do not exist.
    package let folders: [BytePath]
    private let installationFolders: [BytePath]

    /// Creates the list of folders.
    ///
    /// - Parameters:
    ///   - setting: the folder of the setting `GALLERY_MODELS`; nil if not set.
    ///   - executable: the program's path; nil for the running program.
    package init(setting: BytePath?, executable: BytePath? = nil) {
        let given = setting.map { [$0] } ?? []
        guard let program = executable ?? ModelFolders.runningProgram else {
            folders = given + ModelFolders.system
            installationFolders = given
            return
        }
        let beside = program.parent
        let root = ModelFolders.packageRoot(above: program)
        let package = root.map { [$0.appending("models")] } ?? []
        let checkout = root.map { [$0.appending(".build/checkouts/gallery/models")] } ?? []
        let shared = beside.parent.appending("share/gallery")
        let prefix = shared.appending("models")
        folders =
            given + [beside.appending("models")] + package + checkout + [prefix, shared]
            + ModelFolders.system
        installationFolders = given + package + [prefix]
    }

    /// The folder to install models into: the first of the setting's, the package's and the
    /// prefix's that is writable or can be created; nil if none is.
    package var installationFolder: BytePath? {
        installationFolders.first(where: ModelFolders.canWrite)
    }

    /// Returns the path of the first file with a model's name; nil if no folder contains one.
    package func path(of model: ModelFile) -> BytePath? {
        folders.lazy.map { $0.appending(model.fileName) }
            .first { $0.allows(F_OK) }
    }

    private static let system = [
        BytePath("/usr/share/opencv4/haarcascades"), BytePath("/usr/share/opencv/haarcascades"),
    ]

    private static var runningProgram: BytePath? { BytePath("/proc/self/exe").linkTarget }

    private static func packageRoot(above program: BytePath) -> BytePath? {
        program.parent.ancestry.first { $0.appending("Package.swift").allows(F_OK) }
    }

    /// Returns true if a folder is writable, or can be created in its nearest existing ancestor.
    private static func canWrite(_ folder: BytePath) -> Bool {
        guard let existing = folder.ancestry.first(where: { $0.allows(F_OK) }) else { return false }
        return existing.isFolder && existing.allows(W_OK | X_OK)
    }
}
