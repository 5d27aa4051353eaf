/// What reads the gallery: sections, photos, faces, edits, places, people, tags, albums, trash and problems.
enum LibraryRoutes {
    static let all: [Route] = []
}
