import Gallery
import GalleryModel

/// A photo-share server that people's sections were pulled from: pages show it in place of a thousand people.
struct PulledServer {
    /// Its address.
    let server: ServerAddress
    /// The sections of its people.
    let sections: [PhotoSection]

    /// The servers of some sections, in the order of their first ones.
    static func all(in sections: [PhotoSection]) -> [PulledServer] {
        let people = sections.filter { $0.query?.share != nil }
        return Dictionary(grouping: people) { $0.query?.share?.server }
            .compactMap { server, people in
                server.map { PulledServer(server: $0, sections: people) }
            }
            .sorted { ($0.sections.first?.id ?? 0) < ($1.sections.first?.id ?? 0) }
    }

    /// The page of its people.
    static func address(of server: ServerAddress) -> String {
        PageAddress.with([("server", server.text)], "/sections")
    }

    /// The values for templates.
    func values(in language: PageLanguage) -> [String: Any] {
        let photos = sections.reduce(0) { $0 + $1.count }
        return [
            "serverName": server.host, "serverAddress": PulledServer.address(of: server),
            "serverPeople": language.say("people.count", count: sections.count),
            "serverPhotos": language.say("count.photos", count: photos),
        ]
    }
}
