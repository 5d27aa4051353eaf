import GalleryCommands
import Glibc

/// The program `gallery`.
@main
enum Program {
    static func main() {
        // On Linux, SIGPIPE cannot be disabled per descriptor, so the whole process ignores it:
        // writing to a closed pipe or connection returns an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        GalleryProgram.run()
    }
}
