/// The pages, complete without a script, and the files that they are made up with.
enum PageRoutes {
    static let all: [Route] = []
}
