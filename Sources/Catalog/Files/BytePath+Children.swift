import Basics
import GalleryModel
import Glibc

extension BytePath {
    /// The names in a folder, without `.` and `..`; empty where it cannot be read.
    func children() -> [BytePath] {
        guard let stream = withCString({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var names: [BytePath] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
                    BytePath(
                        bytes: UnsafeRawBufferPointer(start: characters, count: strlen(characters)))
                }
            }
            if name != BytePath("."), name != BytePath("..") { names.append(name) }
        }
        return names
    }
}
