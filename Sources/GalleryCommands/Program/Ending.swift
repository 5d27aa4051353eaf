import ArgumentParser
import Gallery
import Glibc

/// How the program ends: its status, and the last words on either stream.
struct Ending {
    /// The exit status.
    var status: Int32
    /// What goes to standard output, such as help that was asked for.
    var output = ""
    /// What goes to standard error, whole lines.
    var message = ""

    /// An end with a status and no words.
    init(status: Int32) {
        self.status = status
    }

    /// The end that an error leads to.
    init(_ error: any Error) {
        // However an interrupted piece of work failed, it did so because it was asked to stop.
        if let signal = Interruption.signal {
            status = 128 + signal
            message = Message.line("interrupted; run the command again to finish the work")
            return
        }
        switch error {
        case is BrokenPipe:
            status = 0
        case let error as GalleryError:
            status = error.kind.rawValue
            // A query has lines of its own, which are safe to show; what others say is one line.
            message =
                error.query == nil ? Message.line(error.message) : Message.lines(error.message)
        case let code as ExitCode:
            status = code.rawValue
        case is CancellationError:
            status = 130
            message = Message.line("interrupted; run the command again to finish the work")
        default:
            self = Ending(parserError: error)
        }
    }

    private init(parserError error: any Error) {
        let code = GalleryCommand.exitCode(for: error)
        let text = GalleryCommand.fullMessage(for: error)
        switch code {
        case .success:
            status = 0
            output = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        case .validationFailure:
            status = GalleryError.Kind.usage.rawValue
            message = Message.usage(text)
        default:
            status = GalleryError.Kind.bug.rawValue
            message = Message.line(
                "unexpected error: \(error); please report it with the command that you ran")
        }
    }
}
