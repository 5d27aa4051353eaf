import Catalog
import Export
import Foundation
public import GalleryModel

/// What writing sidecars did.
public struct SidecarSummary: Hashable, Sendable {
    /// Sidecars that were written.
    public var written = 0
    /// Sidecars that were there as they are.
    public var present = 0
    /// Sidecars of other programs, which were left alone, and such as could not be written.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}
}

extension PhotoGallery {
    /// Writes an XMP sidecar for each photo of sections into a folder, named as the copies of
    /// `exportOriginals` with `.xmp` after it.
    ///
    /// The faces stand in the form of the Metadata Working Group, relative to the picture as it is
    /// stored. A sidecar that another program wrote or changed is left alone.
    ///
    /// - Parameters:
    ///   - sections: the sections, in order.
    ///   - folder: where the sidecars go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - positions: how exactly positions are told.
    ///   - work: progress, failed items and a dry run.
    /// - Throws: `usage` for a bad template; `inputOutput` where the folder cannot be made.
    public func exportSidecars(
        _ sections: [PhotoSection], to folder: BytePath, nameTemplate: String,
        positions: ExportOptions.Positions = .exact, work: WorkOptions = WorkOptions()
    ) throws -> SidecarSummary {
        let template: NameTemplate
        do { template = try NameTemplate(nameTemplate) } catch {
            throw GalleryError(.usage, "\(error)")
        }
        let filter = try PositionFilter(positions, settings: settings)
        let root = PhotoGallery.absolute(folder)
        var summary = SidecarSummary()
        var names = UniqueNames()
        let problems = ItemProblems(catalog, command: "export", isDryRun: work.isDryRun)
        let total = sections.reduce(0) { $0 + $1.count }
        if !work.isDryRun {
            do { try FileCopy.makeFolders(root) } catch {
                throw GalleryError(.inputOutput, "\(error)")
            }
        }
        for section in sections {
            try forEachBatchAhead(in: section, includesRaw: false) { rows in
                for row in rows {
                    try Task.checkCancellation()
                    let path = root.appending(names.claim(template.path(for: row)))
                        .appendingText(".xmp")
                    summary.count(
                        try writeSidecar(
                            of: filter.applied(to: row.photo), to: path, work, problems))
                }
                work.progress(
                    .init(
                        activity: "sidecars",
                        done: summary.written + summary.present + summary.failed, total: total))
            }
        }
        return summary
    }

    /// Writes one sidecar; one that cannot be is a failed item, nil.
    func writeSidecar(
        of photo: Photo, to path: BytePath, _ work: WorkOptions, _ problems: ItemProblems
    ) throws -> PhotoSidecar.Outcome? {
        if work.isDryRun { return .written }
        var message = "somebody else wrote or changed this sidecar: it was left as it is"
        do {
            try FileCopy.makeFolders(path.parent)
            let outcome = try PhotoSidecar.write(PhotoSidecar.bytes(of: photo), to: path)
            if outcome != .foreign {
                try problems.clear(path.escaped)
                return outcome
            }
        } catch {
            message = "\(error)"
        }
        try problems.record(path.escaped, message)
        work.itemFailed(ItemFailure(subject: path.escaped, message: message))
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
