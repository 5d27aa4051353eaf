/// The data of the fake photo-share server: users and their photos.
package struct FakeSharing: Sendable {
    /// A shared photo.
    package struct Photo: Sendable {
        /// The id in URLs.
        package var id: String
        /// The name; nil is written as null.
        package var name: String?
        /// The uploaded bytes; nil for a generated picture.
        package var picture: [UInt8]?

        /// Makes a photo.
        package init(id: String, name: String?, picture: [UInt8]? = nil) {
            self.id = id
            self.name = name
            self.picture = picture
        }
    }

    /// A user who shares photos.
    package struct Person: Sendable {
        /// The id in URLs.
        package var id: String
        /// The name; nil is written as null.
        package var name: String?
        /// The photos.
        package var photos: [Photo]

        /// Makes a user.
        package init(id: String, name: String?, photos: [Photo]) {
            self.id = id
            self.name = name
            self.photos = photos
        }
    }

    /// The users, in the order of the list.
    package var people: [Person]
    /// Bodies sent instead of a list, by path.
    package var texts: [String: String] = [:]
    /// The passwords of users who may upload pictures, by name.
    package var passwords: [String: String] = [:]
    /// Their tokens, by name.
    package var tokens: [String: String] = [:]
    /// Error messages for rejected pictures, by their name.
    package var refusals: [String: String] = [:]
    /// True if ids are written as numbers.
    package var writesNumbers = false

    /// Makes a server with these users.
    package init(people: [Person] = []) {
        self.people = people
    }

    /// Makes a number of users with a number of photos each: ids count up from 1.
    package init(people: Int, photos: Int) {
        self.init(
            people: (0..<people).map { person in
                Person(
                    id: "\(person + 1)", name: "person \(person + 1)",
                    photos: (0..<photos).map { photo in
                        let number = person * photos + photo + 1
                        return Photo(id: "\(number)", name: "photo \(number)")
                    })
            })
    }
}
