import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The latest jobs, the newest first.
    ///
    /// - Parameters:
    ///   - id: only jobs before this one; nil for the newest.
    ///   - limit: the maximum number of jobs.
    package func jobs(before id: Int64? = nil, limit: Int) throws(CatalogError) -> [GalleryJob] {
        try read { try Self.jobs("id < ? ORDER BY id DESC LIMIT ?", [id ?? .max, limit], $0) }
    }

    /// The job with an id; nil if it does not exist or was deleted as too old.
    package func job(_ id: Int64) throws(CatalogError) -> GalleryJob? {
        try read { db in try Self.jobs("id = ?", [id], db).first }
    }

    private enum JobColumn: Int, StatementColumns {
        case id, kind, title, requester, state, dateCreated, dateStarted, dateEnded, activity, done
        case total, summary, sentence, failures, failedItems, remarks, error, retryAfter
        static let expressions: [Self: String] = [.requester: "asker"]
    }

    private static func jobs(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [GalleryJob] {
        try JobColumn.all(
            "SELECT \(JobColumn.selection) FROM job WHERE \(condition)", arguments, db
        ) { row in
            // Kinds and states of other versions are skipped.
            guard let kind = GalleryJob.Kind(rawValue: row.text(.kind)),
                let state = GalleryJob.State(rawValue: row.text(.state))
            else { return nil }
            var job = GalleryJob(
                id: row.integer(.id), kind: kind, title: message(row.text(.title)),
                requester: row.text(.requester), dateCreated: row.date(.dateCreated))
            job.state = state
            job.dateStarted = row.optionalDate(.dateStarted)
            job.dateEnded = row.optionalDate(.dateEnded)
            job.progress = row.optionalText(.activity).map {
                WorkProgress(
                    activity: $0, done: row.count(.done), total: row.optionalInteger(.total))
            }
            job.summary = row.optionalText(.summary)
            job.sentence = row.optionalText(.sentence).map(message)
            job.failures = (try? JSONText.decode(from: row.text(.failures).utf8)) ?? []
            job.failedItems = row.count(.failedItems)
            job.remarks = (try? JSONText.decode(from: row.text(.remarks).utf8)) ?? []
            job.error = row.optionalText(.error)
            job.retryAfter = row.optionalInteger(.retryAfter)
            return job
        }
    }

    /// Reads a stored message; earlier versions stored English text.
    private static func message(_ text: String) -> Message {
        (try? JSONText.decode(from: text.utf8)) ?? Message(key: text)
    }

    /// The number of jobs that are kept.
    private static let keptJobs: Int64 = 1_000

    /// Stores a requested job, and deletes old ones.
    package func addJob(
        _ kind: GalleryJob.Kind, title: Message, requester: String
    ) throws(CatalogError) -> GalleryJob {
        try write { db in
            let now = Self.now()
            try db.run(
                "INSERT INTO job (kind, title, asker, dateCreated) VALUES (?, ?, ?, ?)",
                [kind.rawValue, try JSONText.encode(title), requester, now])
            let id = db.lastInsertedRowID
            try db.run(
                "DELETE FROM job WHERE id <= ? AND state NOT IN ('waiting', 'running')",
                [id - Self.keptJobs])
            return GalleryJob(
                id: id, kind: kind, title: title, requester: requester,
                dateCreated: Date(unixSeconds: now))
        }
    }

    /// Stores the progress of a job.
    package func record(_ job: GalleryJob) throws(CatalogError) {
        try write { db in
            try db.run(
                """
                UPDATE job SET state = ?, dateStarted = ?, dateEnded = ?, activity = ?, done = ?,
                    total = ?, summary = ?, sentence = ?, failures = ?, failedItems = ?,
                    remarks = ?, error = ?, retryAfter = ? WHERE id = ?
                """,
                [
                    job.state.rawValue, job.dateStarted?.unixSeconds, job.dateEnded?.unixSeconds,
                    job.progress?.activity, job.progress?.done, job.progress?.total, job.summary,
                    try job.sentence.map { try JSONText.encode($0) },
                    try JSONText.encode(job.failures), job.failedItems,
                    try JSONText.encode(job.remarks), job.error, job.retryAfter, job.id,
                ])
        }
    }

    /// Marks waiting and running jobs as interrupted; call it only if no server works on them.
    package func interruptJobs() throws(CatalogError) {
        // Usually there are none, which needs no write transaction.
        let areAny = try read {
            try $0.holds("SELECT 1 FROM job WHERE state IN ('waiting', 'running') LIMIT 1")
        }
        guard areAny else { return }
        try run(
            """
            UPDATE job SET state = 'interrupted', dateEnded = ?
            WHERE state IN ('waiting', 'running')
            """, [PhotoCatalog.now()])
    }
}
