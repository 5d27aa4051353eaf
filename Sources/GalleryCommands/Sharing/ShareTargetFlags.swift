import Basics
import ArgumentParser
import Gallery
import GalleryModel
import Glibc

/// The options of `gallery share` that say where the copies go.
struct ShareTargetFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a picture, a zip archive, a mail message, or into a folder.",
            valueName: "file|dir|zip"),
        completion: .file())
    var to: Operand?

    @Flag(help: "Open a message with the copies in the mail program, or write it (--to FILE.eml).")
    var mail = false

    @Option(
        help: ArgumentHelp(
            "Who gets the message; may be given several times.", valueName: "address"))
    var mailTo: [Operand] = []

    @Option(help: ArgumentHelp("The subject of the message.", valueName: "text"))
    var subject: Operand?

    @Flag(name: .customLong("print"), help: "Print the copies.")
    var prints = false

    @Option(help: ArgumentHelp("The printer, else the system's own.", valueName: "name"))
    var printer: Operand?

    @Flag(help: "Make an address that gives the photos to whoever has it, and print it, this once.")
    var link = false

    func validate() throws {
        if to == nil, !mail, !prints, !link {
            throw ValidationError(
                "say where to: --to FILE.jpg, --to DIR/, --to FILE.zip, --mail, --print or --link")
        }
        if link, prints || mail || to != nil {
            let other = prints ? "--print" : mail ? "--mail" : "--to"
            throw ValidationError("--link excludes \(other): give one")
        }
        if link {
            if !mailTo.isEmpty { throw ValidationError("--mail-to is about --mail: give both") }
            if subject != nil { throw ValidationError("--subject is about --mail: give both") }
            if printer != nil { throw ValidationError("--printer is about --print: give both") }
            return
        }
        if prints, mail || to != nil {
            throw ValidationError("--print excludes \(mail ? "--mail" : "--to"): give one")
        }
        if printer != nil, !prints {
            throw ValidationError("--printer is about --print: give both")
        }
        if printer?.text.isEmpty == true { throw ValidationError("--printer needs a name") }
        do throws(GalleryError) {
            let target = try target()
            if case .mail = target { return }
            if mail {
                throw GalleryError(
                    .usage,
                    InvalidValue.message(
                        "--to", to?.text ?? "",
                        expected: "a name that ends with .eml; without --to the mail program opens")
                )
            }
            if !mailTo.isEmpty || subject != nil {
                throw GalleryError(
                    .usage,
                    "\(mailTo.isEmpty ? "--subject" : "--mail-to") is about --mail: give both")
            }
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// The target for the gallery.
    ///
    /// - Throws: `usage` for a name that is none of a picture, archive, message or folder.
    func target() throws(GalleryError) -> ShareTarget {
        if prints {
            var print = SharePrint()
            print.printer = printer?.text
            return .printer(print)
        }
        guard let to else { return .mail(message(nil)) }
        switch try ShareDestination(to.text, isFolder: ShareTargetFlags.isFolder) {
        case .file(let path): return .file(path)
        case .folder(let path): return .folder(path)
        case .zip(let path): return .zip(path)
        case .message(let path): return .mail(message(path))
        }
    }

    private func message(_ path: BytePath?) -> ShareMail {
        var message = ShareMail()
        message.path = path
        message.recipients = mailTo.map(\.text)
        message.subject = subject?.text
        return message
    }

    private static func isFolder(_ path: BytePath) -> Bool {
        var facts = stat()
        return path.withCString { stat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}
