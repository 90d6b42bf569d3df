DROP TRIGGER lawyer_hires_open_case ON lawyer_hires;
DROP FUNCTION open_case_of_hire, step_of_label(text);
