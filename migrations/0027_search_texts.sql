-- Words anywhere in any text, not in titles only. Of the index that goes nothing was ever read.
drop index artifact_text_words;
create index artifact_text_content on artifact_text using gin (lower(content) gin_trgm_ops) where not is_title;
