/// What the fake photo-share server knows: people and their photos.
package struct FakeSharing: Sendable {
    /// A photo that somebody shares.
    package struct Photo: Sendable {
        /// Its id in addresses.
        package var id: String
        /// Its name; nil is written as null.
        package var name: String?
        /// What was sent; nil for a picture that is made up.
        package var picture: [UInt8]?

        /// Makes a photo.
        package init(id: String, name: String?, picture: [UInt8]? = nil) {
            self.id = id
            self.name = name
            self.picture = picture
        }
    }

    /// Somebody who shares photos.
    package struct Person: Sendable {
        /// The id in addresses.
        package var id: String
        /// The name; nil is written as null.
        package var name: String?
        /// The photos.
        package var photos: [Photo]

        /// Makes a person.
        package init(id: String, name: String?, photos: [Photo]) {
            self.id = id
            self.name = name
            self.photos = photos
        }
    }

    /// The people, in the order of the list.
    package var people: [Person]
    /// Texts that are answered in place of a list, by path.
    package var texts: [String: String] = [:]
    /// The passwords of those who may send pictures, by name.
    package var passwords: [String: String] = [:]
    /// Their tokens, by name.
    package var tokens: [String: String] = [:]
    /// What is said about pictures that are not taken, by their name.
    package var refusals: [String: String] = [:]
    /// Whether ids are written as numbers.
    package var writesNumbers = false

    /// Makes a server that knows these people.
    package init(people: [Person] = []) {
        self.people = people
    }

    /// Makes people of a count, each with so many photos: ids count on from 1.
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
