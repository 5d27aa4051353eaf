import Basics
import Catalog
import GalleryModel
import Imaging
import PhotoSources

/// Reads the metadata of pictures again if an older version of the program read it.
///
/// A picture whose source file still exists is imported again from there, with its sidecars.
/// Otherwise the stored file is read, and details from sidecars are kept.
extension PhotoGallery {
    /// Reads outdated metadata.
    ///
    /// - Returns: the number of photos whose details changed.
    func refreshMetadata(_ scope: PhotoScope, _ work: WorkContext) throws -> Int {
        guard !work.isDryRun, catalog.isWritable else { return 0 }
        var updated = 0
        let entry = CommandEntry("analyse")
        try catalog.forEachPage(of: scope, limit: 512) { ids in
            try work.checkCancellation()
            let files = try catalog.outdatedMetadata(of: ids, version: CameraImport.metadataVersion)
            for inPlace in [true, false] {
                let paths = files.filter { ($0.stored == nil) == inPlace }
                    .compactMap(\.source)
                if paths.isEmpty { continue }
                updated += try CameraImport(
                    catalog: catalog, inPlace: inPlace, limits: DecodeLimits(settings), work: work
                ).run(paths).updated
            }
            let rest = files.filter { $0.stored != nil && $0.source == nil }
            if !rest.isEmpty { updated += try readAgain(rest, entry, work) }
            return true
        }
        return updated
    }

    private func readAgain(
        _ files: [OutdatedMetadata], _ entry: CommandEntry, _ work: WorkContext
    ) throws -> Int {
        var photos: [ImportedPhoto] = []
        try OrderedWork<OutdatedMetadata, ImportedPhoto?>(work).run { feed in
            for file in files where !feed(file) { return }
        } makeWorker: { [settings] in
            let reader = CameraFileReader(limits: DecodeLimits(settings))
            return { outdated in
                // Files that cannot be read now are left to a later run.
                guard let path = outdated.stored,
                    let photo = try? reader.read(path, named: outdated.fileName ?? ""),
                    photo.file.digest.hexadecimal == outdated.sha256
                else { return nil }
                return photo
            }
        } consume: { outputs in
            photos += outputs.compactMap(\.self)
        }
        // A photo that was deleted meanwhile must not return without its file.
        let outcomes = try catalog.store(photos, noting: entry, onlyKnown: true)
        return outcomes.count { $0.kind == .updated }
    }
}
