import Basics
import Foundation
import GalleryModel

extension ShareRun {
    /// Hands photos to a printer, one job a photo.
    func sharePrint(_ print: SharePrint) throws -> ShareSummary {
        guard (1...999).contains(print.copies) else {
            throw GalleryError(
                .usage, "'\(print.copies)' is no number of copies: give 1 to 999")
        }
        if let printer = print.printer, printer.isEmpty {
            throw GalleryError(
                .usage,
                "'' is no printer: 'lpstat -e' lists them; leave it out for the standard one")
        }
        guard let program = ExternalProgram(named: "lp", environment: options.environment) else {
            throw GalleryError(
                .configuration,
                "there is no program 'lp' to print with: install the Debian package cups-client")
        }
        var summary = ShareSummary()
        if work.isDryRun {
            try forEachPrepared(&summary) { prepared, summary in
                summary.add(prepared, named: prepared.name, at: nil, false)
            }
            return summary
        }
        let folder = try GalleryError.translating {
            try PrivateFolder(handingOver: options.environment)
        }
        // lp has read the file when it ends.
        defer { folder.remove() }
        var answers: [String] = []
        try forEachPrepared(&summary) { prepared, summary in
            let path = folder.path.appending(prepared.name)
            _ = try translated { try NewFile.place(prepared.bytes, at: path) }
            defer { path.remove() }
            let outcome = try program.finish(
                arguments(print, title: prepared.photo.title ?? prepared.name, path), in: folder,
                stop: work.stop)
            let said = outcome.said
            guard outcome.status == 0 else {
                summary.failed += 1
                work.tellFailed(
                    .photo(prepared.photo.id),
                    "it was not printed: \(cause(said, outcome.status))"
                        + "; 'lpstat -e' lists the printers")
                return
            }
            if !said.isEmpty { answers.append(said) }
            summary.add(prepared, named: prepared.name, at: nil, false)
        }
        if !answers.isEmpty { summary.message = answers.joined(separator: "\n") }
        return summary
    }

    private func cause(_ said: String, _ status: Int32) -> String {
        var said = said
        while said.last == "." || said.last?.isWhitespace == true { said.removeLast() }
        return said.isEmpty ? "lp ended with status \(status)" : said
    }

    private func arguments(
        _ print: SharePrint, title: String, _ path: BytePath
    ) -> [BytePath] {
        var arguments: [String] = []
        if let printer = print.printer { arguments += ["-d", printer] }
        arguments += ["-n", String(print.copies), "-t", title]
        return arguments.map { BytePath($0) } + [path]
    }
}
