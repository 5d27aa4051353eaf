import ArgumentParser
import Dispatch
import FakeFlickr
import Foundation

/// Runs the fake Flickr server until it is stopped.
@main
struct FakeFlickrCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fake-flickr",
        abstract: "Serves a fake Flickr on the loopback interface.",
        discussion: """
            Prints one line, 'listening on http://127.0.0.1:PORT', and serves until SIGTERM or SIGINT.
            docs/fake-flickr.md describes the formats of --faults and --log.
            """)

    @Option(help: "Port to listen on; 0 selects a free port.")
    var port = 0

    @Option(help: "Seed of the photos: the same seed produces the same photos.")
    var seed: UInt64 = 1

    @Option(help: "Number of photos that a plain search for each term finds.")
    var photos = 120

    @Option(help: "Search term that finds photos (repeatable; default: dogs).")
    var term: [String] = []

    @Option(help: "Delay before each response, in milliseconds.")
    var latencyMs = 0

    @Option(help: "Minimum size of pictures in bytes; smaller ones are padded.")
    var pictureBytes: Int?

    @Option(help: "Number of users that the photo-share server lists.")
    var people = 0

    @Option(help: "Number of photos that each user shares.")
    var shared = 10

    @Option(help: "Number of posts in the campaign's feed.")
    var posts = 0

    @Option(help: "JSON file with fault rules.")
    var faults: String?

    @Option(help: "Log file with one line of JSON per request.")
    var log: String?

    @Option(help: "Valid API key (repeatable; default: any letters and digits).")
    var apiKey: [String] = []

    @Flag(help: "Also print shell commands that set the environment for gallery.")
    var printEnvironment = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("invalid --port '\(port)': expected 0 to 65535")
        }
        let numbers = [photos, latencyMs, pictureBytes ?? 0, people, shared, posts]
        guard numbers.allSatisfy({ $0 >= 0 }) else {
            throw ValidationError(
                "--photos, --latency-ms, --picture-bytes, --people, --shared and --posts must not be "
                    + "negative")
        }
    }

    func run() async throws {
        var world = FakeWorld(seed: seed, photos: photos, terms: term.isEmpty ? ["dogs"] : term)
        world.pictureBytes = pictureBytes
        world.sharing = FakeSharing(people: people, photos: shared)
        world.campaign = FakeCampaign(posts: posts)
        let signals = StopSignals()
        let fakeFlickr = try await FakeFlickrServer.start(
            world: world, port: port, latencyMilliseconds: latencyMs, faults: try readFaults(),
            apiKeys: apiKey.isEmpty ? nil : Set(apiKey), logFile: log)
        var lines = ["listening on \(fakeFlickr.baseURL)"]
        if printEnvironment {
            for (name, value) in fakeFlickr.environment.sorted(by: { $0.key < $1.key }) {
                lines.append("export \(name)='\(value)'")
            }
        }
        try FileHandle.standardOutput.write(
            contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        await signals.wait()
        try await fakeFlickr.stop()
    }

    private func readFaults() throws -> [FaultRule] {
        guard let faults else { return [] }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: faults))
            return try JSONDecoder().decode([FaultRule].self, from: data)
        } catch {
            throw ValidationError(
                "cannot read the faults '\(faults)': \(error); docs/fake-flickr.md describes the format"
            )
        }
    }
}
