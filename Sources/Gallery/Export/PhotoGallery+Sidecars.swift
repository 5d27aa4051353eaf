public import Basics
import Catalog
import Export
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Writes an XMP sidecar for each photo of a query into a folder, named as the copies of
    /// `exportOriginals` with `.xmp` after it.
    ///
    /// The faces stand in the form of the Metadata Working Group, relative to the picture as it is
    /// stored. A sidecar that another program wrote or changed is left alone. A photo that is listed
    /// several times gets one.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - folder: where the sidecars go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - positions: how exactly positions are told.
    ///   - options: progress, failed items and a dry run.
    /// - Throws: `usage` for a bad template; `inputOutput` where the folder cannot be made and where the disk
    ///   is full.
    public func exportSidecars(
        _ query: PhotoQuery, to folder: BytePath,
        nameTemplate: String = ExportOptions.standardName,
        positions: ExportOptions.Positions = .exact, options: WorkOptions = WorkOptions()
    ) async throws -> SidecarSummary {
        try await stoppable { [self] stop in
            try writeSidecars(
                of: query, to: folder, nameTemplate, positions: positions, options, stop)
        }
    }

    private func writeSidecars(
        of query: PhotoQuery, to folder: BytePath, _ nameTemplate: String,
        positions: ExportOptions.Positions, _ work: WorkOptions, _ stop: StopFlag
    ) throws -> SidecarSummary {
        let template: NameTemplate
        do { template = try NameTemplate(nameTemplate) } catch {
            throw GalleryError(.usage, "\(error)")
        }
        let filter = try PositionFilter(positions, settings: settings)
        let root = PhotoGallery.absolute(folder)
        var summary = SidecarSummary()
        let work = WorkContext(work, stop: stop, command: "export", in: catalog)
        let total = try rowCount(of: query)
        if !work.isDryRun {
            do { try root.makeFolders() } catch {
                throw GalleryError(.inputOutput, "\(error)")
            }
        }
        var done = 0
        try OrderedWork<NamedRow, (NamedRow, PhotoSidecar.Source?)>(work).run { [self] push in
            try forEachNamedRow(
                query, template, includesRaw: false, naming: { $0 }, push)
        } makeWorker: { [catalog] in
            { row in
                guard case .copy(let copy) = row, copy.name != nil, !work.isDryRun else {
                    return (row, nil)
                }
                return (row, PhotoSidecar.Source(of: copy.row.photo, in: catalog))
            }
        } consume: { rows in
            try work.checkCancellation()
            for (row, source) in rows {
                try work.checkCancellation()
                // The sidecar of a photo stands once, as its copy does.
                done += 1
                guard case .copy(let copy) = row, let name = copy.name else { continue }
                summary.count(
                    try writeSidecar(
                        of: filter.applied(to: copy.row.photo),
                        to: root.appending(name).appendingText(".xmp"), source, work))
                work.progress("sidecars", done, of: total)
            }
        }
        if !work.isDryRun {
            do throws(FileError) { try Descriptor(folder: root).syncFileSystem() } catch {
                throw GalleryError(error)
            }
        }
        return summary
    }

    /// Writes one sidecar; one that cannot be is a failed item, nil.
    ///
    /// - Parameter source: what it has of the file of the photo's picture; nil where nothing is written.
    func writeSidecar(
        of photo: Photo, to path: BytePath, _ source: PhotoSidecar.Source?, _ work: WorkContext
    ) throws -> PhotoSidecar.Outcome? {
        guard let source else { return .written }
        do {
            try path.parent.makeFolders()
            let outcome = try PhotoSidecar.write(
                PhotoSidecar.bytes(of: photo, source), to: path, permissions: source.permissions)
            if outcome != .foreign {
                try work.succeed(.path(path))
                return outcome
            }
        } catch {
            if let failure = error as? GalleryError, let number = failure.systemError,
                failure.isDiskFull
            {
                throw GalleryError.diskFull(FileError(path: path, number: number))
            }
            try work.fail(.path(path), with: error)
            return nil
        }
        try work.fail(
            .path(path), "somebody else wrote or changed this sidecar: it was left as it is")
        return nil
    }
}

extension SidecarSummary {
    fileprivate mutating func count(_ outcome: PhotoSidecar.Outcome?) {
        switch outcome {
        case .written: written += 1
        case .present: present += 1
        case .foreign, nil: failed += 1
        }
    }
}

extension BytePath {
    /// The path with text after its last byte.
    func appendingText(_ text: String) -> BytePath { BytePath(bytes: bytes + Array(text.utf8)) }
}
