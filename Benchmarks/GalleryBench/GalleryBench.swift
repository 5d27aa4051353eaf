import Basics
import ArgumentParser
import Catalog
import FakeFlickr
import Foundation
import GalleryModel
import PhotoSources

/// Prepares data for the benchmark scripts, and times code that has no command of its own.
@main
struct GalleryBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery-bench", abstract: "Supports the scripts in Benchmarks/.",
        subcommands: [ApplyEffect.self, DecodePage.self, MakeCatalog.self])
}

/// Fills a catalog with rows as in a real collection, but without picture files.
struct MakeCatalog: ParsableCommand {
    @Argument(help: "The catalog folder; created if missing.")
    var folder: String
    @Option(help: "Number of photos.")
    var rows = 1_000_000

    func run() throws {
        let here = BytePath(FileManager.default.currentDirectoryPath)
        let path = BytePath(folder)
        let catalog = try PhotoCatalog.open(at: path.isAbsolute ? path : here.appending(path))
        let section = try catalog.makeSection(SectionReference(kind: .flickr, name: "dogs"))
        let batch = 2_000
        for start in stride(from: 0, to: rows, by: batch) {
            let photos = (start..<min(start + batch, rows)).map(BenchPhoto.init)
            let stored = try catalog.store(
                photos.map(\.details), in: section, command: "benchmark")
            let pictures = zip(stored, photos).map { stored, photo in
                PictureResult(
                    photoID: stored.id, size: .medium, outcome: .stored(photo.file))
            }
            try catalog.record(pictures, command: "benchmark")
            let faces: [DetectedFaces] = zip(stored, photos).compactMap { stored, photo in
                photo.faces.map {
                    (stored.id, photo.file.digest.hexadecimal, $0)
                }
            }
            _ = try catalog.record(
                faces, analysis: FaceAnalysis(parameters: "benchmark", version: 1))
            while let works = try catalog.queuedPlaceWork(limit: batch, home: nil) {
                let located = works.map {
                    LocatedPhoto($0, place: BenchCity(number: Int($0.photoID.rawValue) - 1).place)
                }
                try catalog.record(located, cacheKey: "benchmark", noting: nil)
            }
        }
        print("\(rows) photos in \(folder)")
    }
}

/// Times the decoding of one page of 500 photos with all extras.
struct DecodePage: AsyncParsableCommand {
    @Option(help: "Number of repetitions.")
    var repeats = 50

    func run() async throws {
        let bytes = try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 500)) { flickr in
            let extras =
                "description,license,date_upload,date_taken,owner_name,last_update,geo,tags,o_dims,"
                + "machine_tags,views,media,path_alias,url_sq,url_t,url_s,url_q,url_m,url_n,url_z,"
                + "url_c,url_l,url_o"
            let url =
                "\(flickr.baseURL)/services/rest/?method=flickr.photos.search&text=dogs&format=json"
                + "&nojsoncallback=1&per_page=500&api_key=\(flickr.apiKey)&extras=\(extras)"
            let environment = ProcessInfo.processInfo.environment
            guard let curl = ExternalProgram(named: "curl", environment: environment) else {
                throw ValidationError("curl is missing")
            }
            let folder = try PrivateFolder(temporaryIn: environment)
            defer { folder.remove() }
            let arguments = ["-s", url].map { BytePath($0) }
            return try await curl.run(arguments, in: folder, atMost: 16 << 20).output
        }
        var seconds: [Double] = []
        for _ in 0..<repeats {
            let start = ContinuousClock.now
            let rows = try JSONDocument(answer: bytes).root["photos"]?["photo"]?.elements ?? []
            let photos = rows.compactMap { FlickrPhoto($0, photoEndpoint: "https://example.org") }
            let time = (ContinuousClock.now - start).components
            guard photos.count == 500 else {
                throw ValidationError("\(photos.count) photos decoded")
            }
            seconds.append(Double(time.seconds) + Double(time.attoseconds) * 1e-18)
        }
        let median = seconds.sorted()[seconds.count / 2]
        print(
            "page of 500 photos, \(bytes.count) bytes: median "
                + String(format: "%.2f ms", median * 1_000))
    }
}
