/// What a machine that watches the server asks for.
enum MetricRoutes {
    static let all: [Route] = []
}
