/// Starting, following and stopping work; what changes the gallery; changes as they happen.
enum JobRoutes {
    static let all: [Route] = []
}
