CREATE INDEX CONCURRENTLY IF NOT EXISTS tickets_citation_number_index ON tickets ((upper(translate(citation_number, ' -', '') COLLATE "C")))
    WHERE citation_number IS NOT NULL;
