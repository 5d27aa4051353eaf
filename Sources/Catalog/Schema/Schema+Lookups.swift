/// Indexes for look-ups that walked through a table.
extension Schema {
    static let lookups = """
        -- What went right takes its problem away, whichever command had it.
        CREATE INDEX problemSubject ON problem (subject);
        -- A bare name may be that of sections of several kinds.
        CREATE INDEX sectionName ON section (nameKey);
        -- The latest change that was taken back in part.
        CREATE INDEX journalUndonePartly ON journal (undonePartlyBy)
            WHERE undonePartlyBy IS NOT NULL;
        """
}
