internal import CZlib
import Foundation

/// Writes files into a Swift source: `FileEmbedder OUTPUT FOLDER FILE… NAME=PACKAGE:PATH…`.
///
/// Each file is there as it is, scripts and styles without their comments, and, where that is shorter,
/// compressed, as browsers take it, in base64: the compiler reads a long text at once, and a long array for
/// minutes.
@main struct FileEmbedder {
    static func main() {
        do { try embed() } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func embed() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let output = arguments.first, let folder = arguments.dropFirst().first else {
            throw Refusal(reason: "usage: FileEmbedder OUTPUT FOLDER FILE…")
        }
        var source = """
            // Made by FileEmbedder of the files of the target.

            /// The files of the target, by their paths in it, in base64.
            enum EmbeddedTexts {
                /// The files; `compressed` is empty where that would not be shorter.
                static let all: [(path: String, plain: String, compressed: String)] = [

            """
        for file in arguments.dropFirst(2) {
            let (path, bytes) = try file.hasPrefix("/") ? own(file, in: folder) : foreign(file)
            let compressed = try gzip(bytes)
            let shorter = compressed.count < bytes.count ? compressed : Data()
            source += """
                        (
                            \(String(reflecting: path)),
                            "\(bytes.base64EncodedString())",
                            "\(shorter.base64EncodedString())"
                        ),

                """
        }
        source += "    ]\n}\n"
        try Data(source.utf8).write(to: URL(filePath: output), options: .atomic)
    }

    /// A file of the target.
    private static func own(_ file: String, in folder: String) throws -> (path: String, bytes: Data)
    {
        guard file.hasPrefix(folder) else {
            throw Refusal(reason: "'\(file)' is not in '\(folder)'")
        }
        return (String(file.dropFirst(folder.count).drop { $0 == "/" }), try content(file))
    }

    /// A file of a package of the system, `NAME=PACKAGE:PATH`: as it is.
    private static func foreign(_ text: String) throws -> (path: String, bytes: Data) {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        let source = (sides.last ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        guard sides.count == 2, source.count == 2 else {
            throw Refusal(reason: "'\(text)' is no NAME=PACKAGE:PATH")
        }
        guard let bytes = FileManager.default.contents(atPath: source[1]) else {
            throw Refusal(
                reason: "error: '\(source[1])' is not there: install the package \(source[0])")
        }
        return (sides[0], bytes)
    }

    /// What is embedded of a file: a browser has no use for the comments of scripts and styles.
    private static func content(_ file: String) throws -> Data {
        let url = URL(filePath: file)
        let bytes = try Data(contentsOf: url)
        guard ["css", "js"].contains(url.pathExtension) else { return bytes }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(reason: "\(file) is not UTF-8")
        }
        do {
            return Data(try CodeText(isScript: url.pathExtension == "js").stripped(text).utf8)
        } catch {
            throw Refusal(reason: "\(file):\(error.line): error: \(error.reason)")
        }
    }

    /// Compresses bytes as well as zlib can, the same ones always to the same.
    ///
    /// Source: RFC 1952; zlib's manual, deflateInit2.
    private static func gzip(_ bytes: Data) throws -> Data {
        // 16 beside the window's 15 bits asks for gzip's frame.
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, size) == Z_OK
        else { throw Refusal(reason: "zlib cannot begin") }
        defer { deflateEnd(&stream) }
        var input = [UInt8](bytes)
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw Refusal(reason: "zlib cannot end") }
        return Data(output.prefix(Int(stream.total_out)))
    }

    /// Says why nothing was written.
    private struct Refusal: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }
}
