import GalleryCommands
import Glibc

/// The program `gallery`.
@main
enum Program {
    static func main() {
        // No descriptor has a switch of its own for SIGPIPE on Linux, so the whole program decides
        // once: a closed pipe or connection is an error of the write, never the end of the process.
        signal(SIGPIPE, SIG_IGN)
        GalleryProgram.run()
    }
}
