import Basics
import Gallery
import GalleryModel

/// The arguments of the process, checked to be text.
enum ProcessArguments {
    /// The arguments after the program's name.
    ///
    /// - Throws: `badInput` for an argument that is not UTF-8.
    static func read() throws(GalleryError) -> [String] {
        var arguments: [String] = []
        let count = Int(CommandLine.argc)
        for index in 1..<max(count, 1) {
            guard let pointer = CommandLine.unsafeArgv[index] else { break }
            let bytes = BytePath(
                bytes: UnsafeRawBufferPointer(start: pointer, count: length(of: pointer)))
            guard let text = bytes.string else {
                throw GalleryError(
                    .badInput,
                    "the argument '\(bytes)' is not UTF-8: name the folder it lies in, or give such "
                        + "names on standard input with 'gallery import -' or 'gallery faces -'")
            }
            arguments.append(text)
        }
        return arguments
    }

    private static func length(of pointer: UnsafePointer<CChar>) -> Int {
        var length = 0
        while pointer[length] != 0 { length += 1 }
        return length
    }
}
