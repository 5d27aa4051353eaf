import Basics
import Export
import GalleryModel

extension ShareRun {
    /// Runs a body and translates what files and archives throw.
    func translated<Value>(_ body: () throws -> Value) throws(GalleryError) -> Value {
        do { return try body() } catch let error as FileError {
            throw GalleryError(.inputOutput, "\(error): \(error.advice("share"))")
        } catch let error as ExportError {
            throw GalleryError(.inputOutput, "\(error)")
        } catch {
            throw GalleryError(translating: error)
        }
    }
}

extension ShareSummary {
    mutating func add(
        _ prepared: PreparedPhoto, named name: String, at path: BytePath?, _ isPresent: Bool
    ) {
        add(
            SharedPhoto(
                photoID: prepared.photo.id, name: name, path: path, width: prepared.width,
                height: prepared.height, byteCount: Int64(prepared.bytes.count),
                isPresent: isPresent, warnings: prepared.warnings + prepared.remarks))
    }
}

extension GalleryError {
    /// Says that a file is there that must not be overwritten.
    static func taken(_ path: BytePath) -> GalleryError {
        GalleryError(
            .inputOutput,
            "'\(path.escaped)' is there already and is something else: name another file, or remove it "
                + "first")
    }
}
