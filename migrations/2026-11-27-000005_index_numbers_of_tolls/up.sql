CREATE INDEX CONCURRENTLY IF NOT EXISTS tolls_citation_number_index ON tolls ((upper(translate(citation_number, ' -', '') COLLATE "C")))
    WHERE citation_number IS NOT NULL;
