/// Signing in and out.
enum SignInRoutes {
    static let all: [Route] = []
}
