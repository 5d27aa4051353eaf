import Logging

/// Writes what a server says of itself as the commands' messages.
struct MessageLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardError.shared.write(Message.line("\(event.message)"))
    }
}
