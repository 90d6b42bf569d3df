DROP TABLE item_file_pieces, item_files, file_keys, content_deletions;
DROP FUNCTION delete_content;
