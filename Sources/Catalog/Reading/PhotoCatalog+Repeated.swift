import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Those of photos that more than one of the sections list, apart from the trash.
    package func photos(
        listedRepeatedlyBy sections: [PhotoSection], among ids: [PhotoID]
    ) throws(CatalogError) -> Set<PhotoID> {
        func list(_ numbers: some Sequence<Int64>) -> String {
            "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
        }
        return try read { db in
            Set(
                try db.integers(
                    """
                    SELECT m.photoID FROM json_each(?) i CROSS JOIN membership m ON m.photoID = i.value
                    WHERE m.isTrashed = 0 AND m.sectionID IN (SELECT value FROM json_each(?))
                    GROUP BY m.photoID HAVING count(*) > 1
                    """, [list(ids.map(\.rawValue)), list(sections.map(\.id))]
                ).map(PhotoID.init(rawValue:)))
        }
    }
}
