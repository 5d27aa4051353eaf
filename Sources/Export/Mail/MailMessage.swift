import Foundation

/// A mail message with attachments, to be opened in a mail program and sent from there.
///
/// It names no sender and no machine; `X-Unsent: 1` has mail programs open it as a draft.
/// Source: RFC 5322 (format), RFC 2045 and 2046 (MIME), RFC 2047 (subject), RFC 2183 and 2231 (names)
package struct MailMessage: Hashable, Sendable {
    /// A file that goes along.
    package struct Attachment: Hashable, Sendable {
        /// The file's name; what no file system takes is replaced.
        package var name: String
        /// The media type, such as `image/jpeg`.
        package var mediaType: String
        /// The file's bytes.
        package var bytes: [UInt8]

        /// Makes an attachment.
        package init(name: String, mediaType: String, bytes: [UInt8]) {
            self.name = name
            self.mediaType = mediaType
            self.bytes = bytes
        }
    }

    /// The subject; line ends and control characters count as blanks.
    package var subject: String
    /// The text, with any line ends.
    package var body: String
    /// Plain addresses, `name@example.org`.
    package var recipients: [String]
    /// The files that go along.
    package var attachments: [Attachment]

    /// Makes a message.
    package init(
        subject: String, body: String, recipients: [String] = [], attachments: [Attachment] = []
    ) {
        self.subject = subject
        self.body = body
        self.recipients = recipients
        self.attachments = attachments
    }

    /// Whether a text is an address that a message may go to: `name@example.org`, in ASCII.
    package static func isAddress(_ text: String) -> Bool { MailSyntax.isAddress(text) }

    /// A boundary for `bytes` that no other message has, from random numbers.
    package static func freshBoundary() -> String {
        let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return "=_gallery_" + digits.joined()
    }

    /// The message: ASCII with CRLF line ends, at most 78 characters a line but for long addresses.
    ///
    /// The same message, date and boundary give the same bytes.
    ///
    /// - Parameters:
    ///   - date: seconds since 1970-01-01 UTC.
    ///   - boundary: 1...70 letters, digits and `=_.-`, with `=_` among them, which the coded parts
    ///     never have; `freshBoundary` makes one.
    /// - Throws: `ExportError` of code `badAddress`, `badMediaType` or `badBoundary`.
    package func bytes(date: Int64, boundary: String) throws(ExportError) -> [UInt8] {
        guard MailSyntax.isBoundary(boundary) else { throw ExportError(.badBoundary, boundary) }
        for address in recipients where !MailSyntax.isAddress(address) {
            throw ExportError(.badAddress, address)
        }
        for attachment in attachments where !MailSyntax.isMediaType(attachment.mediaType) {
            throw ExportError(.badMediaType, attachment.mediaType)
        }
        var message = Data()
        func line(_ text: String = "") { message.append(contentsOf: Array((text + "\r\n").utf8)) }
        line("Date: \(MailSyntax.date(date))")
        if !recipients.isEmpty { line("To: " + recipients.joined(separator: ",\r\n ")) }
        line("Subject: " + MailSyntax.unstructured(subject, after: "Subject: ".utf8.count))
        // A name that tells nothing of the machine. Source: RFC 2606, section 2 (.invalid)
        line("Message-ID: <\(MailSyntax.token(boundary))@gallery.invalid>")
        line("X-Unsent: 1")
        line("MIME-Version: 1.0")
        line("Content-Type: multipart/mixed;\r\n boundary=\"\(boundary)\"")
        line()
        line("--\(boundary)")
        line("Content-Type: text/plain; charset=utf-8")
        line("Content-Transfer-Encoding: base64")
        line()
        message.append(MailSyntax.base64(Array(MailSyntax.canonical(body).utf8)))
        for attachment in attachments {
            line("--\(boundary)")
            line("Content-Type: \(attachment.mediaType)")
            line("Content-Transfer-Encoding: base64")
            let name = SafeFileName(attachment.name).text
            line("Content-Disposition: attachment;" + MailSyntax.parameter("filename", name))
            line()
            message.append(MailSyntax.base64(attachment.bytes))
        }
        line("--\(boundary)--")
        return Array(message)
    }
}
