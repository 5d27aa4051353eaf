/// Thumbnails and originals.
enum PictureRoutes {
    static let all: [Route] = []
}
