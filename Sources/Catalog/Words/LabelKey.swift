import GRDB
import GalleryModel

/// What names of tags, people, cameras and the like are compared by.
enum LabelKey {
    /// The name without case and accents; what that leaves nothing of, such as a lone hyphen, without case.
    static func key(_ name: String) -> String {
        let key = Place.key(name)
        return key.isEmpty ? SectionReference.key(name) : key
    }

    /// `labelKey(name)` for statements; NULL for NULL.
    static let function = DatabaseFunction("labelKey", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(key)
    }
}
