import Basics
import Export
import Foundation
import GalleryModel

extension ShareRun {
    /// Attaches photos to an email: opens the user's mail program, or writes a message file.
    func shareMail(_ mail: ShareMail) throws -> ShareSummary {
        let path = try mail.path.map { try gallery.export.checkOutput($0, as: .files) }
        for address in mail.recipients {
            // `xdg-email` would interpret some characters as part of a mailto URL.
            let isPlain =
                MailMessage.isAddress(address) && !address.hasPrefix("-")
                && !address.contains { $0 == "?" || $0 == "&" }
            guard isPlain else {
                throw GalleryError(
                    .usage,
                    "'\(address)' is not an email address: give one such as ana@example.org")
            }
        }
        if let path, !work.isDryRun, path.exists { throw GalleryError.taken(path) }
        var names = UniqueNames()
        var attachments: [MailMessage.Attachment] = []
        var credits = ""
        var title: String?
        var summary = try share { prepared in
            let name = names.claim(BytePath(prepared.name)).escaped
            title = title ?? prepared.photo.title ?? name
            credits += CreditLine.entry(prepared.credit, named: name)
            attachments.append((name, prepared.mediaType, prepared.bytes))
            return (name, nil, false)
        }
        guard let first = attachments.first, let title else { return summary }
        let subject =
            mail.subject ?? (attachments.count == 1 ? title : "\(attachments.count) photos")
        let message = MailMessage(
            subject: subject, body: credits, recipients: mail.recipients,
            attachments: attachments)
        if work.isDryRun {
            summary.path = path
            return summary
        }
        if let path {
            guard case .copied = try NewFile.place(bytes(of: message, mail), at: path) else {
                throw GalleryError.taken(path)
            }
            summary.path = path
            summary.message = "wrote the message: open it in a mail program to send it"
            return summary
        }
        guard let failure = try openMailProgram(message) else {
            summary.message = "opened a message in the mail program"
            return summary
        }
        let name = SafeFileName(SafeFileName(first.name).stem + ".eml").text
        let bytes = try bytes(of: message, mail)
        let output = try gallery.export.checkOutput(BytePath(name), as: .files)
        summary.path = try NewFile.placeNumbered(bytes, at: output).path
        summary.message = "\(failure): wrote the message; open it in a mail program to send it"
        return summary
    }

    /// Passes the email to `xdg-email`.
    ///
    /// - Returns: the reason why no mail program was opened; nil if one was.
    private func openMailProgram(_ message: MailMessage) throws -> String? {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"]
        guard displays.contains(where: { options.environment[$0]?.isEmpty == false }) else {
            return "no display for a mail program"
        }
        guard let program = ExternalProgram(named: "xdg-email", environment: options.environment)
        else { return "'xdg-email' is not installed (Debian package xdg-utils)" }
        // The mail program reads the attachments later, so the folder stays.
        let folder = try translated(PrivateFolder(forHandoff: options.environment))
        var arguments = ["--utf8", "--subject", message.subject].map { BytePath($0) }
        if !message.body.isEmpty { arguments += [BytePath("--body"), BytePath(message.body)] }
        for attachment in message.attachments {
            let path = folder.path.appending(attachment.name)
            _ = try NewFile.place(attachment.bytes, at: path)
            arguments += [BytePath("--attach"), path]
        }
        arguments += message.recipients.map { BytePath($0) }
        let outcome = try program.finish(arguments, in: folder, stop: work.stop)
        if outcome.status == 0 { return nil }
        folder.remove()
        let output = outcome.combinedOutput
        return "'xdg-email' could not open a mail program (status \(outcome.status)"
            + (output.isEmpty ? ")" : ": \(output))")
    }

    private func bytes(of message: MailMessage, _ mail: ShareMail) throws(GalleryError) -> [UInt8] {
        // Derives the boundary from the contents, so that the same email gives the same bytes.
        let parts = message.attachments.map { "\($0.name) \(FileDigest(of: $0.bytes).hexadecimal)" }
        let content = ([message.subject, message.body, "\(mail.date.unixSeconds)"] + parts)
            .joined(separator: "\n")
        let digest = FileDigest(of: content).hexadecimal
        return try translated(
            message.bytes(
                date: mail.date.unixSeconds, boundary: "=_gallery_" + String(digest.prefix(40))))
    }
}

extension ShareRun {
    /// Prints photos, one job per photo.
    func sharePrint(_ printer: String?, _ copies: Int) throws -> ShareSummary {
        guard (1...999).contains(copies) else {
            throw GalleryError(.usage, "'\(copies)' is not a valid number of copies: give 1 to 999")
        }
        if printer?.isEmpty == true {
            throw GalleryError(
                .usage,
                "'' is not a printer: 'lpstat -e' lists the printers; omit it for the default printer"
            )
        }
        guard let program = ExternalProgram(named: "lp", environment: options.environment) else {
            throw GalleryError(
                .configuration,
                "printing requires 'lp': install the Debian package cups-client")
        }
        if work.isDryRun { return try share { ($0.name, nil, false) } }
        let folder = try translated(PrivateFolder(forHandoff: options.environment))
        // lp has read the file when it exits.
        defer { folder.remove() }
        var answers: [String] = []
        var summary = try share { prepared in
            let path = folder.path.appending(prepared.name)
            _ = try NewFile.place(prepared.bytes, at: path)
            defer { path.remove() }
            let title = prepared.photo.title ?? prepared.name
            let flags = (printer.map { ["-d", $0] } ?? []) + ["-n", "\(copies)", "-t", title]
            let outcome = try program.finish(
                flags.map { BytePath($0) } + [path], in: folder, stop: work.stop)
            let output = outcome.combinedOutput
            guard outcome.status == 0 else {
                work.reportFailure(
                    .photo(prepared.photo.id),
                    "not printed: \(cause(output, outcome.status))"
                        + "; 'lpstat -e' lists the printers")
                return nil
            }
            if !output.isEmpty { answers.append(output) }
            return (prepared.name, nil, false)
        }
        if !answers.isEmpty { summary.message = answers.joined(separator: "\n") }
        return summary
    }

    private func cause(_ output: String, _ status: Int32) -> String {
        var output = output
        while output.last == "." || output.last?.isWhitespace == true { output.removeLast() }
        return output.isEmpty ? "lp exited with status \(status)" : output
    }
}
