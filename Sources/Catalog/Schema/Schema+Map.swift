/// What tells that the map shows something else.
extension Schema {
    static let map = """
        -- How often a photo outside the trash came onto the map, left it, moved on it or got another date, at least.
        CREATE TABLE mapState (changes INTEGER NOT NULL) STRICT;
        INSERT INTO mapState VALUES (0);

        CREATE TRIGGER mapPhotoAdded AFTER INSERT ON photo WHEN NEW.latitude IS NOT NULL
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoMoved AFTER UPDATE OF latitude, longitude ON photo
        WHEN \(differs(["latitude", "longitude"]))
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoChanged AFTER UPDATE OF isTrashed, date ON photoSummary
        WHEN \(differs(["isTrashed", "date"]))
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoDeleted AFTER DELETE ON photo BEGIN \(count) END;
        \(triggers("givenPosition", columns: "latitude, longitude, source"))
        \(triggers("homePosition", columns: "latitude, longitude"))
        """

    private static let count = "UPDATE mapState SET changes = changes + 1;"

    private static func triggers(_ table: String, columns: String) -> String {
        """
        CREATE TRIGGER \(table)OnMap AFTER INSERT ON \(table) BEGIN \(count) END;
        CREATE TRIGGER \(table)OnMapMoved AFTER UPDATE OF \(columns) ON \(table) BEGIN \(count) END;
        CREATE TRIGGER \(table)OnMapTaken AFTER DELETE ON \(table) BEGIN \(count) END;
        """
    }
}
