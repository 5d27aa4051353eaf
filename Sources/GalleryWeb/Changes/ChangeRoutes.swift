import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Serves changes as server-sent events.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
enum ChangeRoutes {
    static let all = [
        Route(.get, "/api/v1/changes", for: .viewers, ["after"]) { request, site in
            // Browsers send the header when they reconnect, and pages send the parameter initially.
            let known = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
            let listener = try site.changes.listen(
                after: known ?? request.parameter("after"),
                for: "\(request.principal.name) \(AttemptKey.address(request.client.address))")
            var headers: HTTPFields = [
                .contentType: "text/event-stream", .cacheControl: "no-store",
            ]
            // Prevents nginx from buffering events.
            if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody { writer in
                    defer { listener.end() }
                    try await request.whileConnected {
                        try await withGracefulShutdownHandler {
                            try await write(listener, to: &writer, for: request, site)
                        } onGracefulShutdown: {
                            listener.end()
                        }
                    } onClose: {
                        listener.end()
                    }
                    try await writer.finish(nil)
                })
        }
    ]

    /// Writes events until the server ends, the client disconnects or its credential expires.
    private static func write(
        _ listener: ChangeListener, to writer: inout any ResponseBodyWriter,
        for request: WebRequest, _ site: Site
    ) async throws {
        let isOwner = request.principal.role == .owner
        var known = listener.known
        var beats: Int?
        var wakes = listener.wakes.makeAsyncIterator()
        // An id without data sets the client's position without creating an event.
        let opening = known.map { "id: \(site.changes.id($0))\n" } ?? ""
        try await writer.write(ByteBuffer(string: "retry: 3000\n\(opening)\n"))
        while true {
            var (text, now) = site.changes.read(after: &known, isOwner: isOwner)
            let isBeat = beats.map { $0 != now } ?? false
            beats = now
            if isBeat, text == nil { text = Array(":\n\n".utf8) }
            if let text { try await writer.write(ByteBuffer(bytes: text)) }
            if isBeat {
                let identity = try? await site.credentials.identify(request.headers, request.client)
                guard let identity, (try? Permission.viewers.check(identity.principal)) != nil,
                    (identity.principal.role == .owner) == isOwner
                else { return }
            }
            if text != nil { continue }
            guard await wakes.next() != nil else { return }
        }
    }
}
