import ArgumentParser
import Dispatch
import FakeFlickr
import Foundation

/// Runs the fake server for Flickr until it is told to stop.
@main
struct FakeFlickrCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fake-flickr",
        abstract: "Serves a made-up Flickr on the loopback interface.",
        discussion: """
            Prints one line, 'listening on http://127.0.0.1:PORT', and serves until SIGTERM or SIGINT.
            docs/fake-flickr.md shows the form of --faults and --log.
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 0

    @Option(help: "The seed of the world: the same seed gives the same photos.")
    var seed: UInt64 = 1

    @Option(help: "How many photos a plain search for each term finds.")
    var photos = 120

    @Option(help: "A term that photos can be found by; may be repeated. (default: dogs)")
    var term: [String] = []

    @Option(help: "Milliseconds to wait before each answer.")
    var latencyMs = 0

    @Option(help: "The least size of pictures in bytes; smaller ones are padded.")
    var pictureBytes: Int?

    @Option(help: "How many people the photo-share server lists.")
    var people = 0

    @Option(help: "How many photos each of them shares.")
    var shared = 10

    @Option(help: "How many posts the server of a campaign tells.")
    var posts = 0

    @Option(help: "A JSON file with fault rules.")
    var faults: String?

    @Option(help: "A file that gets a line of JSON for each request.")
    var log: String?

    @Option(help: "A valid API key; may be repeated. (default: any letters and digits)")
    var apiKey: [String] = []

    @Flag(help: "Also print the environment for gallery as lines of a shell script.")
    var printEnvironment = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("no such port '\(port)': give 0 to 65535")
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
                "cannot read the faults '\(faults)': \(error); docs/fake-flickr.md shows the form"
            )
        }
    }
}
