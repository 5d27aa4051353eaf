import HTTPTypes
import Hummingbird

/// An address that the server answers: method, path, who may, and what happens.
struct Route: Sendable {
    /// Answers a request.
    typealias Handler = @Sendable (WebRequest, Site) async throws -> Response

    /// What a part of a path is to be.
    enum Part: Hashable, Sendable {
        /// This text.
        case literal(String)
        /// Any text but the empty one, under a name.
        case named(String)
    }

    /// The method; GET serves HEAD as well.
    let method: HTTPRequest.Method
    /// The template, such as `/api/v1/photos/{photo}`.
    let template: String
    /// Who may use it.
    let permission: Permission
    /// Whether a page may use it that tells no origin: those of share links send no referrer, and browsers then name
    /// `null` as the origin of their forms (Fetch, section 3.2).
    let takesOpaqueOrigins: Bool
    /// What happens.
    let handler: Handler
    /// The parts of the template.
    let parts: [Part]

    /// Makes a route; there is none that does not say who may use it.
    init(
        _ method: HTTPRequest.Method, _ template: String, for permission: Permission,
        takesOpaqueOrigins: Bool = false, handler: @escaping Handler
    ) {
        self.method = method
        self.template = template
        self.permission = permission
        self.takesOpaqueOrigins = takesOpaqueOrigins
        self.handler = handler
        parts = template.split(separator: "/").map { part in
            part.hasPrefix("{")
                ? .named(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// Whether it changes something: such a request must come from a page of this server or from a program.
    var isWriting: Bool { method != .get }

    /// Whether a server that only shows refuses it; signing in and out changes nothing of the gallery.
    var isRefusedReadOnly: Bool { isWriting && (permission == .owners || permission == .members) }

    /// What stands for the names of the template; nil where the path is another one.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == parts.count else { return nil }
        var found: [String: String] = [:]
        for (part, text) in zip(parts, path) {
            switch part {
            case .literal(text): continue
            case .named(let name) where !text.isEmpty: found[name] = text
            default: return nil
            }
        }
        return found
    }
}
