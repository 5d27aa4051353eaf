import GRDB
import GalleryModel

extension PhotoCatalog {
    /// What is another text once another program, or another value in this one, changed the catalog.
    ///
    /// Waits for what this value writes just now.
    /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
    package func mark() throws(CatalogError) -> String {
        // The number changes by the commits of other connections alone, and only this one writes here.
        guard let writer = try? database.writable() else { return database.stamp }
        do {
            return try writer.inDatabase { db in
                try Int.fetchOne(db, sql: "PRAGMA data_version").map(String.init) ?? ""
            }
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
    }
}
