/// A person on a photo-share server.
package struct SharePerson: Sendable, Hashable {
    /// The server's own id.
    package var id: String
    /// What the server calls the person; empty where it gives no name.
    package var name: String

    /// Makes a person.
    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
