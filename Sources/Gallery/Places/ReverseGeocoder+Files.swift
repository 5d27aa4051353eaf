public import Basics
import Foundation
import GalleryModel
import Imaging
import PhotoSources

extension ReverseGeocoder {
    /// Looks up the positions that picture files tell, outside any catalog: nothing is stored.
    ///
    /// - Parameters:
    ///   - paths: files and folders, those recursively; drawn one by one on a thread of its own, so that
    ///     the sequence may block. Files in folders that are no pictures are passed over.
    ///   - options: the fallback home where a file tells no position.
    ///   - body: gets the items in the order of the paths as they are ready; called on one thread at a
    ///     time. What it throws ends the work.
    /// - Throws: `configuration` for a damaged index; what `body` throws; `CancellationError`.
    public func locate(
        files paths: some Sequence<BytePath> & Sendable, options: LocateOptions,
        body: @escaping @Sendable ([LocatedItem]) throws -> Void
    ) async throws -> LocateSummary {
        let work = options.work
        return try await stoppable { stop in
            var summary = LocateSummary()
            let pipeline = OrderedWork<NamedPicture, Result<LocatedItem?, GalleryError>>(
                WorkContext(work, stop: stop))
            try pipeline.run { push in
                NamedPictures(paths).forEach(push.callAsFunction)
            } makeWorker: {
                let place = try makeLookup()
                return { file in
                    Result { () throws(GalleryError) in try located(file, options, place) }
                }
            } consume: { outputs in
                let found = try outputs.map { try $0.get() }
                summary.ignored += found.count { $0 == nil }
                let items = found.compactMap(\.self)
                for item in items {
                    summary.count(item, work, named: item.path.map(ProblemSubject.path))
                }
                try body(items)
                let done = summary.located + summary.atSea + summary.withoutPosition
                work.progress(.init(activity: "files", done: done + summary.failed, total: nil))
            }
            return summary
        }
    }

    /// The item of a file; nil for one in a folder that is no picture.
    private func located(
        _ file: NamedPicture, _ options: LocateOptions, _ place: Lookup
    ) throws(GalleryError) -> LocatedItem? {
        let path: BytePath
        switch file.item {
        case .problem(let error): return LocatedItem(error.path, failure: "\(error.cause)")
        case .file(let found):
            guard file.isNamed || found.isPicture else { return nil }
            path = found
        }
        let metadata: PictureMetadata
        do throws(CameraError) {
            metadata = try CameraMetadataReader().metadata(of: path)
        } catch {
            return LocatedItem(path, failure: "\(error.cause)")
        }
        var item = LocatedItem(path: path)
        item.coordinate = metadata.coordinate
        item.source = metadata.coordinate.map { _ in .photo }
        item.warning = metadata.positionWarning
        if item.coordinate == nil, let home = options.home {
            item.coordinate = home
            item.source = .home
        }
        if let coordinate = item.coordinate { item.place = try place(coordinate) }
        return item
    }
}

extension LocatedItem {
    fileprivate init(_ path: BytePath, failure: String) {
        self.init(path: path)
        error = failure
    }
}

extension LocateSummary {
    /// Counts an item, and names it where it failed.
    mutating func count(_ item: LocatedItem, _ work: WorkOptions, named subject: ProblemSubject?) {
        if let error = item.error {
            failed += 1
            work.itemFailed(ItemFailure(subject: subject, message: error))
        } else if item.source == .home {
            atHome += 1
        } else if let place = item.place {
            count(place)
        } else {
            withoutPosition += 1
        }
        if let warning = item.warning {
            work.remark("\(subject?.text ?? ""): \(warning)")
        }
    }
}
