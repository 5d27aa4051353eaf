/// Indexes for look-ups that scanned a table.
extension Schema {
    static let lookups = """
        -- What went right takes its problem away, whichever command had it.
        CREATE INDEX problemSubject ON problem (subject);
        """
}
