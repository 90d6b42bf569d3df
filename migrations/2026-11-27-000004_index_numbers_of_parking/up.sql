CREATE INDEX CONCURRENTLY IF NOT EXISTS parking_citation_number_index ON parking ((upper(translate(citation_number, ' -', '') COLLATE "C")))
    WHERE citation_number IS NOT NULL;
