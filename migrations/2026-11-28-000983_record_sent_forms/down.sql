ALTER TABLE contest_letters DROP COLUMN is_own_form;
