import Foundation
import GRDB
import Testing

@testable import Catalog

@Suite("Query plans of the catalog's statements")
struct QueryPlanTests {
    /// A statement that scans all of a table or an index, with the reason.
    struct Walk: Sendable {
        /// A part of the statement.
        var statement: String
        /// The line of the plan.
        var line: String
        var reason: String

        init(_ statement: String, _ line: String, _ reason: String) {
            self.statement = statement
            self.line = line
            self.reason = reason
        }
    }

    static let walks = [
        Walk("SELECT id FROM identity", "SCAN identity", "one row"),
        Walk("SELECT changes FROM mapState", "SCAN mapState", "one row"),
        Walk("FROM thumbnailTotal", "SCAN thumbnailTotal", "one row"),
        Walk("EXISTS (SELECT 1 FROM photoEdit)", "SCAN photoEdit", "ends at the first row"),
        Walk("FROM placeDue ORDER BY photoID LIMIT", "SCAN placeDue", "ends at the limit"),
        Walk(
            "WHERE undoes IS NULL ORDER BY id DESC LIMIT 1 OFFSET", "SCAN journal",
            "the changes that the journal keeps"),
        Walk(
            "FROM thumbnail ORDER BY dateUsed, id LIMIT",
            "SCAN thumbnail USING INDEX thumbnailUsed",
            "ends at the limit"),
        Walk("CROSS JOIN phrase p ON instr", "SCAN p", "the phrases of a search"),
        Walk(
            "AS bytes FROM photoSummary NOT INDEXED", "SCAN photoSummary",
            "the sizes of all photos, for the page of storage"),
        Walk(
            "AS bytes FROM photoSummary WHERE isTrashed = 1",
            "SCAN photoSummary USING INDEX summaryTrashed", "the photos in the trash"),
        Walk("AS bytes FROM sharedFile", "SCAN sharedFile", "the files of share links"),
        Walk("SELECT count(*) FROM apiQuery", "SCAN apiQuery", "the queries of an hour"),
        Walk(
            "FROM apiQuery ORDER BY date", "SCAN apiQuery USING COVERING INDEX apiQueryDate",
            "the queries of an hour"),
        Walk("h ON h.sectionID = s.id ORDER BY s.id", "SCAN s", "lists all sections"),
        Walk(
            "SELECT count(*) FROM section", "SCAN section USING COVERING INDEX sectionName",
            "counts all sections"),
        Walk("FROM problem WHERE (date, id)", "SCAN problem", "lists the problems, which are few"),
        Walk(
            "AS count FROM problem",
            "SCAN problem USING COVERING INDEX sqlite_autoindex_problem_1",
            "counts the problems, which are few"),
        Walk(
            "SELECT count(*) FROM placeDue", "SCAN placeDue", "the length of the queue, once a run"),
        Walk("FROM homePosition h CROSS JOIN", "SCAN h", "counts all homes, before none is taken"),
        Walk("FROM placeName", "SCAN placeName", "the Earth has few places; counted by name"),
        Walk(
            "WHERE isSignIn = 1 AND dateExpires", "SCAN accessToken USING INDEX accessTokenSignIn",
            "some tokens of each account"),
        Walk(
            "FROM accessToken ORDER BY id DESC LIMIT 1", "SCAN accessToken", "ends at the first row"
        ),
        Walk("FROM account a ORDER BY a.id", "SCAN a", "lists all accounts"),
        Walk("a.id = t.accountID ORDER BY t.id", "SCAN t", "lists all tokens"),
        Walk("s.id = l.sectionID ORDER BY l.id", "SCAN l", "lists all share links"),
        Walk("FROM takenDay", "SCAN takenDay", "a row a day"),
        Walk(
            "SELECT photoID, groupID FROM ignoredDuplicate",
            "SCAN ignoredDuplicate USING COVERING INDEX ignoredDuplicateGroup",
            "what a user ignored, which is little"),
        Walk(
            "UNION ALL SELECT photoID FROM photoCopy", "SCAN photoCopy",
            "the photos with the picture of an earlier one, which are few"),
        Walk("FROM journalMember j", "SCAN j", "what sections listed that were removed"),
        Walk(
            "FROM photoSummary s NOT INDEXED", "SCAN s",
            "tests all photos where no index finds fewer"),
        Walk(
            "FROM photoSummary s WHERE s.isTrashed = 0", "SCAN s USING INDEX summaryAdded",
            "the order of adding, until the page is full"),
        Walk(
            "SELECT count(*) FROM photoSummary s WHERE s.isTrashed = 0",
            "SCAN s USING INDEX summaryDate", "counts all photos, for an offset behind the last"),
        Walk(
            "FROM photoSummary s WHERE s.isTrashed = 1", "SCAN s USING INDEX summaryTrashed",
            "the trash alone"),
        Walk(
            "FROM photoSummary WHERE isTrashed = 1",
            "SCAN photoSummary USING INDEX summaryTrashed", "the trash alone"),
        Walk(
            "isTrashed = 0 AND isEdited = 1", "SCAN photoSummary USING INDEX summaryEdited",
            "the edited photos alone"),
        Walk(
            "isTrashed = 0 AND isFavorite = 1", "SCAN photoSummary USING INDEX summaryFavorite",
            "the favorites alone"),
        Walk(
            "isTrashed = 0 AND isDamaged = 1", "SCAN photoSummary USING INDEX summaryDamaged",
            "the damaged photos alone"),
        Walk(
            "isTrashed = 0 AND isDelisted = 1", "SCAN photoSummary USING INDEX summaryDelisted",
            "the photos alone that a section lost"),
        Walk(
            "SELECT count(*) FROM photoSummary", "SCAN photoSummary",
            "counts all photos when the indexes of words are made anew"),
        Walk(
            "SELECT NULL, (SELECT ifnull(sum(photos), 0) FROM takenDay)", "SCAN d",
            "counts all photos by place: the queue, which is short"),
        Walk(
            "FROM 'main'.'photoWords_config'", "SCAN main.photoWords_config",
            "the few settings of an index of words"),
        Walk(
            "FROM 'main'.'placeWords_config'", "SCAN main.placeWords_config",
            "the few settings of an index of words"),
        Walk(
            "INDEXED BY sourceFileMissing", "SCAN m USING INDEX sourceFileMissing",
            "the files found deleted alone"),
        Walk("SELECT 1 FROM fileRemoval LIMIT", "SCAN fileRemoval", "ends at the first row"),
        Walk("FROM fileRemoval r LIMIT", "SCAN r", "ends at the limit"),
        Walk(
            "SELECT count(*) FROM fileRemoval", "SCAN fileRemoval",
            "the files left to a later run, which are few"),
        Walk(
            "FROM file f WHERE f.isStored = 1 AND NOT EXISTS", "SCAN f",
            "the files that no photo has, whenever the trash is emptied"),
        Walk("AND 0 ORDER BY", "SCAN m", "no photo fits: SQLite ends before the first row"),
        Walk("AND 0 ORDER BY", "SCAN s", "no photo fits: SQLite ends before the first row"),
    ]

    /// A catalog of thousands of photos, and the statements that created and read it.
    private static func trace() throws -> (catalog: TemporaryCatalog, statements: [String]) {
        let temporary = try TemporaryCatalog()
        let trace = try StatementTrace(temporary.catalog)
        try StatementScript(temporary: temporary).run()
        return (temporary, trace.statements)
    }

    /// The lines of a plan that scan a whole table.
    private static func walks(in plan: [String]) -> [String] {
        // The rows of a subquery.
        let subqueries = plan.compactMap { line in
            ["CO-ROUTINE ", "MATERIALIZE "].first(where: line.hasPrefix).map {
                "SCAN " + line.dropFirst($0.count)
            }
        }
        return plan.filter { line in
            guard line.hasPrefix("SCAN "), !subqueries.contains(line) else { return false }
            // A list of values, a subquery's result, or an R*Tree searched by its columns.
            if line.hasPrefix("SCAN CONSTANT") || line.hasPrefix("SCAN (") { return false }
            if let tree = line.range(of: "VIRTUAL TABLE INDEX 2:") {
                return tree.upperBound == line.endIndex
            }
            return !line.contains("VIRTUAL TABLE INDEX")
        }
    }

    @Test("no statement scans a growing table or rereads lists per row, and all statements run")
    func plans() throws {
        // Once for all three checks: making the catalog takes most of the time.
        let (temporary, statements) = try Self.trace()
        try walksAreNamed(statements, in: temporary)
        try journalListsAreReadOnce(statements, in: temporary)
        try sourcesAreRun(statements, in: temporary)
    }

    private func walksAreNamed(_ statements: [String], in temporary: TemporaryCatalog) throws {
        var met: Set<Int> = []
        try temporary.catalog.write { db in
            for sql in statements {
                for line in Self.walks(in: try db.plan(of: sql)) {
                    let known = Self.walks.indices.filter {
                        Self.walks[$0].line == line && sql.contains(Self.walks[$0].statement)
                    }
                    met.formUnion(known)
                    if known.isEmpty { Issue.record("\(line): \(sql)") }
                }
            }
        }
        for index in Self.walks.indices where !met.contains(index) {
            Issue.record("no such walk any more: \(Self.walks[index].statement)")
        }
    }

    /// Checks that no statement reads the lists of a journal entry once per row; `LaterChanges`
    /// reads those of each later entry once.
    private func journalListsAreReadOnce(
        _ statements: [String], in temporary: TemporaryCatalog
    ) throws {
        let lists = statements.filter {
            $0.contains("journal") && $0.contains("json_each")
                && !$0.contains("SELECT l.id FROM journal l WHERE l.id > ?1")
        }
        #expect(!lists.isEmpty)
        try temporary.catalog.write { db in
            for sql in lists {
                let plan = try db.plan(of: sql)
                #expect(!plan.contains { $0.contains("CORRELATED") }, "\(sql)")
            }
        }
    }

    /// Checks that every statement in the sources is run, or can be explained by itself.
    private func sourcesAreRun(_ statements: [String], in temporary: TemporaryCatalog) throws {
        let spelled = try StatementSources.all()
        #expect(spelled.count > 100)
        try temporary.catalog.write { db in
            for statement in spelled where !statements.contains(where: statement.isPart) {
                guard statement.parts.count == 1, let plan = try? db.plan(of: statement.parts[0])
                else {
                    Issue.record("the script does not run this: \(statement)")
                    continue
                }
                #expect(Self.walks(in: plan).isEmpty, "\(statement)")
            }
        }
    }

    @Test("no trigger scans a table")
    func triggers() throws {
        let temporary = try TemporaryCatalog()
        try temporary.catalog.write { db in
            let triggers = try Row.fetchAll(
                db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            #expect(triggers.count > 10)
            for trigger in triggers {
                let text = StatementTrace.normalized(trigger["sql"])
                let body = try #require(text.range(of: " BEGIN "))
                for statement in text[body.upperBound...].split(separator: ";") {
                    var sql = statement.trimmingCharacters(in: .whitespaces)
                    if sql == "END" || sql.contains("RAISE") { continue }
                    sql = sql.replacing(/(NEW|OLD)\.\w+/, with: "?1")
                    let walks = Self.walks(in: try db.plan(of: sql))
                    // Tables with a single row.
                    #expect(
                        walks.allSatisfy {
                            ["SCAN thumbnailTotal", "SCAN mapState"].contains($0)
                        },
                        "\(trigger["name"] as String): \(sql)")
                }
            }
        }
    }

    @Test("references to a deleted row are found by an index")
    func references() throws {
        let temporary = try TemporaryCatalog()
        try temporary.catalog.database.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            for table in tables {
                let keys = try Row.fetchAll(db, sql: "PRAGMA foreign_key_list('\(table)')")
                for key in keys {
                    let column: String = key["from"]
                    let plan = try db.plan(of: "SELECT 1 FROM \(table) WHERE \(column) = ?")
                    #expect(Self.walks(in: plan).isEmpty, "\(table).\(column)")
                }
            }
        }
    }
}
