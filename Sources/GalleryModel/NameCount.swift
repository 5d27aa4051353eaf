/// How many photos have a name: a tag, a person, a camera.
public struct NameCount: Hashable, Sendable {
    /// A spelling of the name; of several that differ in case or accents, one that was said often.
    public var name: String
    /// How many photos.
    public var photos: Int

    /// Makes a count.
    public init(name: String, photos: Int) {
        self.name = name
        self.photos = photos
    }
}
