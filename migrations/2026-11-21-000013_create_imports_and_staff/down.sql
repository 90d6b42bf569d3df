DROP TABLE pending_logins, recovery_codes, second_factors, staff_invitations, import_keys, import_lines, import_files, imports;
DROP INDEX users_license_index;
