import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The latest jobs, the newest first.
    ///
    /// - Parameters:
    ///   - id: those before this one; nil for the newest.
    ///   - limit: how many at most.
    package func jobs(before id: Int64? = nil, limit: Int) throws(CatalogError) -> [GalleryJob] {
        try read { db in
            try Self.jobs("id < ? ORDER BY id DESC LIMIT ?", [id ?? .max, limit], db)
        }
    }

    /// The job with a number; nil where there is none, or it was so long ago that nobody knows.
    package func job(_ id: Int64) throws(CatalogError) -> GalleryJob? {
        try read { db in try Self.jobs("id = ?", [id], db).first }
    }

    /// Whether jobs wait or run, as the catalog knows it.
    package func hasUnfinishedJobs() throws(CatalogError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT 1 FROM job WHERE state IN ('waiting', 'running') LIMIT 1"))
                ?? false
        }
    }

    private enum JobColumn: Int, StatementColumns {
        case id, kind, title, asker, state, dateCreated, dateStarted, dateEnded, activity, done
        case total, summary, sentence, failures, failedItems, remarks, error, retryAfter
    }

    private static func jobs(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [GalleryJob] {
        var jobs: [GalleryJob] = []
        try db.forEachRow(
            JobColumn.self,
            """
            SELECT id, kind, title, asker, state, dateCreated, dateStarted, dateEnded, activity, done,
                total, summary, sentence, failures, failedItems, remarks, error, retryAfter
            FROM job WHERE \(condition)
            """, arguments
        ) { row in
            // Another version's kinds and states are passed by.
            guard let kind = GalleryJob.Kind(rawValue: row.text(.kind)),
                let state = GalleryJob.State(rawValue: row.text(.state))
            else { return true }
            var job = GalleryJob(
                id: row.integer(.id), kind: kind, title: row.text(.title), asker: row.text(.asker),
                dateCreated: row.date(.dateCreated))
            job.state = state
            job.dateStarted = row.optionalDate(.dateStarted)
            job.dateEnded = row.optionalDate(.dateEnded)
            job.progress = row.optionalText(.activity).map {
                GalleryJob.Progress(
                    activity: $0, done: Int(row.integer(.done)), total: row.optionalInteger(.total))
            }
            job.summary = row.optionalText(.summary)
            job.sentence = row.optionalText(.sentence)
            job.failures = (try? JSONText.decode(from: row.text(.failures).utf8)) ?? []
            job.failedItems = Int(row.integer(.failedItems))
            job.remarks = (try? JSONText.decode(from: row.text(.remarks).utf8)) ?? []
            job.error = row.optionalText(.error)
            job.retryAfter = row.optionalInteger(.retryAfter)
            jobs.append(job)
            return true
        }
        return jobs
    }
}
