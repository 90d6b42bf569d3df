DROP FUNCTION user_search_words(text, text, text);
DROP FUNCTION user_search_names(text);
DROP FUNCTION search_fold(text);
