-- Files of lawyers from before case_files.lawyer_id: only the lawyer who has the case can add files, so the uploader is
-- the last one who had accepted it by then (docs/product/cases.md#deleting-a-file).
UPDATE case_files f SET lawyer_id = (
    SELECT e.lawyer_id FROM case_events e
    WHERE e.hire_id = f.hire_id AND e.kind = 'lawyer_accepted' AND e.at <= f.added_at
    ORDER BY e.id DESC LIMIT 1
) WHERE f.is_from_lawyer AND f.lawyer_id IS NULL;
