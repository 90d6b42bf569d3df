UPDATE source_runs SET trouble = NULL WHERE ended_at IS NULL;
ALTER TABLE source_runs
    ADD CONSTRAINT source_runs_trouble_at_the_end_check CHECK (trouble IS NULL OR ended_at IS NOT NULL) NOT VALID;
