DROP TABLE import_pieces;
