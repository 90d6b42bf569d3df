-- Hires from before cases existed keep their status and are handled outside. Hires since the trigger have a case already.
INSERT INTO cases (hire_id, handling, step, created_at)
SELECT id, 'outside', step_of_label(status), created_at FROM lawyer_hires
ON CONFLICT DO NOTHING;
