package import Basics
import GalleryModel
import Imaging
import PhotoSources

/// Detects faces in picture files outside a catalog; nothing is stored.
package struct FileFaces: Sendable {
    private let detection: FaceDetection

    /// Loads and checks the models.
    ///
    /// - Throws: `configuration` for a missing or altered model; `badInput` or `notFound` for an
    ///   unusable custom cascade.
    package init(
        _ options: FaceOptions, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) {
        detection = try FaceDetection(options, settings: settings)
    }

    /// Examines files and, recursively, the pictures in folders; other files in folders are
    /// skipped.
    ///
    /// - Parameters:
    ///   - paths: files and folders; read one by one on a separate thread, so the sequence may
    ///     block, for example on standard input.
    ///   - options: progress, failed items, the number of threads.
    ///   - body: receives the results in the order of the paths as they become ready; called on one
    ///     thread at a time. Errors that it throws end the work.
    /// - Throws: errors of `body`; `CancellationError`.
    package func examine(
        _ paths: some Sequence<BytePath> & Sendable, options work: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([AnalyzedPicture]) throws -> Void
    ) async throws -> FaceSummary {
        try await stoppable { stop in
            try run(paths, WorkContext(work, stop: stop), body)
        }
    }

    private func run(
        _ paths: some Sequence<BytePath> & Sendable, _ work: WorkContext,
        _ body: ([AnalyzedPicture]) throws -> Void
    ) throws -> FaceSummary {
        var summary = FaceSummary()
        try OrderedWork<NamedPicture, AnalyzedPicture?>(work).run { push in
            NamedPictures(paths).forEach(push.callAsFunction)
        } makeWorker: {
            let examiner = try detection.makeExaminer()
            return { job in
                switch job.item {
                case .file(let path):
                    job.isNamed || path.isPicture
                        ? AnalyzedPicture(path, examiner.examine(path)) : nil
                case .skipped: nil
                case .problem(let error):
                    AnalyzedPicture(
                        error.path, .failure(GalleryError(.badInput, "\(error.cause)")))
                }
            }
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

extension FaceDetection.Examiner {
    /// Detects the faces in a file outside a catalog.
    fileprivate func examine(_ path: BytePath) -> Result<FaceDetection.Finding, GalleryError> {
        Result { () throws(GalleryError) in
            try examine(
                translated(FileBytes.read(path, atMost: detection.limits.maximumBytes)))
        }
    }
}

extension AnalyzedPicture {
    init(_ path: BytePath, _ result: Result<FaceDetection.Finding, GalleryError>) {
        self.init(path: path)
        switch result {
        case .success(let finding):
            let found = finding.found
            show(found.faces, width: found.width, height: found.height)
            warnings = finding.warnings
        case .failure(let failure):
            error = failure.message
        }
    }
}

/// The files given as paths, and the files in given folders, one at a time.
struct NamedPictures<Paths: Sequence<BytePath> & Sendable>: Sendable {
    private let paths: Paths

    init(_ paths: Paths) {
        self.paths = paths
    }

    /// Passes every file and problem to `body`, in order, until it returns false.
    func forEach(_ body: (NamedPicture) -> Bool) {
        for path in paths {
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

/// A file to examine, outside a catalog.
struct NamedPicture: Sendable {
    /// The file, or the problem that prevents examining it.
    let item: CameraItem
    /// True if the user named the file itself, not just a folder containing it.
    let isNamed: Bool
}

extension BytePath {
    /// True if a file appears to be a decodable picture, by its name extension or its content.
    var isPicture: Bool {
        let endings: Set = ["jpg", "jpeg", "jpe", "png", "heic", "heif", "webp", "avif"]
        if endings.contains(fileExtension) { return true }
        guard let head = try? FileBytes.head(self, length: 4096) else { return false }
        return PictureDecoder.canDecode(PictureFormat.sniff(head))
    }
}
