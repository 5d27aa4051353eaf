package import Basics
import GalleryModel
import Imaging
import PhotoSources

extension GalleryFaces {
    /// Detects faces in picture files outside a catalog and, recursively, in the pictures in
    /// folders; other files in folders are skipped, and nothing is stored.
    ///
    /// - Parameters:
    ///   - paths: files and folders; read one by one on a separate thread, so the sequence may
    ///     block, for example on standard input.
    ///   - options: the detector and its quality; progress, failed items, the number of threads.
    ///   - body: receives the results in the order of the paths as they become ready; called on one
    ///     thread at a time. Errors that it throws end the work.
    /// - Throws: `configuration` for a missing or altered model; `badInput` or `notFound` for an
    ///   unusable custom cascade; errors of `body`; `CancellationError`.
    package static func detect(
        inFiles paths: some Sequence<BytePath> & Sendable, options: FaceOptions,
        settings: GallerySettings = GallerySettings(),
        body: @escaping @Sendable ([AnalyzedPicture]) throws -> Void
    ) async throws -> FaceSummary {
        let detection = try FaceDetection(options, settings: settings)
        return try await stoppable { stop in
            let work = WorkContext(options.work, stop: stop)
            var summary = FaceSummary()
            try OrderedWork<NamedPicture, AnalyzedPicture?>(work).run { push in
                paths.forEachPicture(push.callAsFunction)
            } makeWorker: {
                let examiner = try detection.makeExaminer()
                return { AnalyzedPicture($0, examiner) }
            } consume: { outputs in
                summary.ignored += outputs.count { $0 == nil }
                let results = outputs.compactMap(\.self)
                for result in results {
                    summary.count(result)
                    for warning in result.warnings {
                        work.remark("\(result.path?.escaped ?? ""): \(warning)")
                    }
                    if let error = result.error {
                        work.reportFailure(result.path.map(ProblemSubject.path), error)
                    }
                }
                try body(results)
                work.progress("faces", summary.examined + summary.failed)
            }
            return summary
        }
    }
}

extension AnalyzedPicture {
    /// Detects the faces in a file outside a catalog; nil for a file in a folder that is not a
    /// picture.
    fileprivate init?(_ file: NamedPicture, _ examiner: FaceDetection.Examiner) {
        switch file.item {
        case .skipped: return nil
        case .problem(let problem):
            self.init(path: problem.path)
            error = "\(problem.cause)"
        case .file(let path):
            guard file.isNamed || path.isPicture else { return nil }
            self.init(path: path)
            do throws(GalleryError) {
                let limit = examiner.limits.maximumBytes
                let finding = try examiner.examine(translated(FileBytes.read(path, atMost: limit)))
                let found = finding.found
                show(found.faces, width: found.width, height: found.height)
                warnings = finding.warnings
            } catch {
                self.error = error.message
            }
        }
    }
}

extension Sequence<BytePath> {
    /// Passes the files given as paths, the files in given folders, and problems to `body`, one at
    /// a time and in order, until it returns false.
    func forEachPicture(_ body: (NamedPicture) -> Bool) {
        for path in self {
            var scanner = CameraScanner([path])
            while var item = scanner.next() {
                // An explicitly named file always has a row, even a sidecar.
                if item == .skipped(path, .sidecar) { item = .file(path) }
                if case .skipped = item { continue }
                if !body(NamedPicture(item: item, isNamed: item == .file(path))) { return }
            }
        }
    }
}

/// A file to examine outside a catalog, or the problem that prevents that, and whether the user
/// named the file itself, not just a folder containing it.
typealias NamedPicture = (item: CameraItem, isNamed: Bool)

extension BytePath {
    /// True if a file appears to be a decodable picture, by its name extension or its content.
    var isPicture: Bool {
        let endings: Set = ["jpg", "jpeg", "jpe", "png", "heic", "heif", "webp", "avif"]
        if endings.contains(fileExtension) { return true }
        guard let head = try? FileBytes.head(self, length: 4096) else { return false }
        return PictureFormat.sniff(head).isSupported
    }
}
