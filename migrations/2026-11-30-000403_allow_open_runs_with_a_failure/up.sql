-- A run goes on after an invalid response, and stores the failure (docs/product/citation-sources.md#when-a-source-fails).
ALTER TABLE source_runs DROP CONSTRAINT source_runs_trouble_at_the_end_check;
