import Basics
import HTTPTypes
import Hummingbird

/// Answers that a browser has already: 304 in place of what did not change.
///
/// Answers in memory get their strong tag, a digest of the body, where they are made; others bring one of
/// their own, or have none and are never left out.
/// Source: RFC 9110, section 13.1.2.
enum Conditional {
    /// How an answer may be kept: by who asked, who asks again each time.
    static let caching = "private, no-cache"

    /// Tells the digest of a body in memory, so that it can be asked for again.
    static func tag(_ body: [UInt8], _ headers: inout HTTPFields) {
        if headers[.eTag] == nil {
            headers[.eTag] = EntityTag(String(FileDigest(of: body).hexadecimal.prefix(32))).text
        }
        if headers[.cacheControl] == nil { headers[.cacheControl] = caching }
    }

    /// Leaves the body out where the request has it; errors and answers to requests that change something are
    /// not kept.
    static func apply(to answer: inout Response, _ request: Request) {
        let isRead = request.method == .get || request.method == .head
        guard isRead, answer.status.code < 400 else {
            if answer.headers[.cacheControl] == caching {
                answer.headers[.eTag] = nil
                answer.headers[.cacheControl] = "no-store"
            }
            return
        }
        guard answer.status == .ok || answer.status == .partialContent,
            let tag = answer.headers[.eTag].flatMap(EntityTag.init(header:)),
            tag.isNamed(in: request.headers[.ifNoneMatch])
        else { return }
        answer = Response(status: .notModified, headers: answer.headers)
        answer.headers[.contentLength] = nil
        answer.headers[.contentRange] = nil
    }
}
