DROP TABLE case_consents, case_file_pieces, case_files, case_messages, case_keys;
