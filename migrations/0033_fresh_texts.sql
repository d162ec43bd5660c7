-- To find the trigrams of a long text costs more than all the rest of a new artifact. So these texts get into their index a moment later,
-- many at a time; until then searches read them one by one (docs/decisions/0030-queries.md).
alter table artifact_text add column is_indexed boolean not null default true;
drop index artifact_text_content;
create index artifact_text_content on artifact_text using gin (lower(content) gin_trgm_ops) where not is_title and is_indexed;
create index artifact_text_fresh on artifact_text (field_id) where not is_title and not is_indexed;
