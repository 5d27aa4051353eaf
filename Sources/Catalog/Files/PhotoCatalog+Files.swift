package import Basics
import GRDB

extension PhotoCatalog {
    /// Begins to write files; what a killed process left behind is put aside first.
    package func beginWriting() throws(CatalogError) -> WritingSession {
        do {
            _ = try database.writable()
            let identity = try read {
                try String.fetchOne($0, sql: "SELECT id FROM identity") ?? ""
            }
            let session = try files.beginWriting(for: identity)
            if !session.unfinishedNames.isEmpty {
                try session.sweep { try isStored(hexadecimal: $0) }
            }
            return session
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }

    /// How many picture files lie aside because no row names them, and in which folder.
    package var filesPutAside: (count: Int, folder: BytePath) {
        let orphans = OrphanFiles(in: files)
        return (orphans.names().count, orphans.folder)
    }

    /// Puts the files back that were put aside for want of a row and that the database names: it may
    /// have been restored from a backup since.
    ///
    /// While it is as it was, nothing is looked up again.
    func reclaimOrphans() throws(CatalogError) {
        let orphans = OrphanFiles(in: files)
        let stamp = database.stamp
        guard !orphans.wereLookedUp(in: stamp) else { return }
        let names = orphans.names()
        guard !names.isEmpty else { return }
        let lengths = try read { db in
            var lengths: [BytePath: Int64] = [:]
            for name in names {
                lengths[name] = try db.integers(
                    """
                    SELECT byteCount FROM file
                    WHERE sha256 || '.' || extension = ?1 AND sha256 = substr(?1, 1, 64)
                        AND isStored = 1
                    """, [name.string ?? ""]
                ).first
            }
            return lengths
        }
        for (name, byteCount) in lengths { orphans.putBack(name, byteCount: byteCount) }
        orphans.noteLookUp(in: stamp)
    }
}
