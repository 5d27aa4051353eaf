import Basics
import ArgumentParser
import Catalog
import FakeFlickr
import Foundation
import GalleryModel
import PhotoSources

/// Makes what the benchmark scripts need and no user does, and times what has no command of its own.
@main
struct GalleryBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery-bench", abstract: "Helps the scripts in Benchmarks/.",
        subcommands: [ApplyEffect.self, DecodePage.self, MakeCatalog.self])
}

/// Fills a catalog with rows like those of a Flickr search, without pictures' bytes.
struct MakeCatalog: ParsableCommand {
    @Argument(help: "The catalog's folder; made when missing.")
    var folder: String
    @Option(help: "How many photos.")
    var rows = 1_000_000

    func run() throws {
        let here = BytePath(FileManager.default.currentDirectoryPath)
        let path = BytePath(folder)
        let catalog = try PhotoCatalog.open(at: path.isAbsolute ? path : here.appending(path))
        let section = try catalog.makeSection(SectionReference(kind: .flickr, name: "dogs"))
        let batch = 2_000
        for start in stride(from: 0, to: rows, by: batch) {
            let page = (start..<min(start + batch, rows)).map(details)
            let stored = try catalog.store(page, in: section, command: "benchmark")
            let pictures = stored.enumerated().map { index, photo in
                PictureResult(
                    photoID: photo.id, size: .medium,
                    outcome: .stored(file(number: start + index)))
            }
            try catalog.record(pictures, command: "benchmark")
            while let works = try catalog.duePlaceWork(limit: batch, home: .keep) {
                let located = works.map {
                    LocatedPhoto($0, place: BenchCity(number: Int($0.photoID.rawValue) - 1).place)
                }
                try catalog.record(located, cacheKey: "benchmark")
            }
        }
        print("\(rows) photos in \(folder)")
    }

    private func details(_ number: Int) -> PhotoDetails {
        let id = String(50_000_000_000 + number)
        let secret = String(format: "%010x", number)
        var details = PhotoDetails(origin: .flickr, originID: id)
        details.title = "Dog \(number) on the beach, late in the afternoon"
        details.caption = "One of \(rows) photos, with a \"quote\", a comma and an é"
        details.creator = "Ana Silva"
        details.owner = "78733179@N04"
        details.license = License(flickrID: number % 17)
        details.sourceURL = "https://www.flickr.com/photos/78733179@N04/\(id)/"
        details.tags = ["dogs", "beach", "sunset", "number\(number % 100)"]
        details.dateTimeOriginal = "2023:05:\(10 + number % 20) 18:25:43"
        details.dateUploaded = Date(timeIntervalSince1970: 1_684_347_943 + Double(number))
        details.width = 4_032
        details.height = 3_024
        // Half of the photos: many cameras write no position.
        if number.isMultiple(of: 2) { details.coordinate = BenchCity(number: number).coordinate }
        details.isPublic = true
        details.isFriend = false
        details.isFamily = false
        details.farm = 66
        details.server = "65535"
        details.secret = secret
        details.media = "photo"
        details.thumbnailURL = "https://live.staticflickr.com/65535/\(id)_\(secret)_t.jpg"
        details.largePictureURL = "https://live.staticflickr.com/65535/\(id)_\(secret)_b.jpg"
        details.rawJSON = "{\"id\":\"\(id)\",\"secret\":\"\(secret)\"}"
        return details
    }

    private func file(number: Int) -> PictureFile {
        var bytes = [UInt8](repeating: 0, count: 32)
        for index in 0..<8 { bytes[index * 4] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
        return PictureFile(
            digest: FileDigest(bytes: bytes), byteCount: 123_456, fileType: "JPEG",
            fileExtension: "jpg", width: 500, height: 375)
    }
}

/// Times the decoding of one page of 500 photos with all extras.
struct DecodePage: AsyncParsableCommand {
    @Option(help: "How often.")
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
            let curl = Process()
            curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            curl.arguments = ["curl", "-s", url]
            let pipe = Pipe()
            curl.standardOutput = pipe
            try curl.run()
            return [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
        }
        var seconds: [Double] = []
        for _ in 0..<repeats {
            let start = ContinuousClock.now
            let rows = try FlickrJSON(bytes).root["photos"]?["photo"]?.elements ?? []
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
