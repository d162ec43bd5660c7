-- What queries of artifacts walk beside artifact_index and artifact_text.

-- Words of comments. Edits without a comment write nothing here.
create index changeset_comment_words on changeset using gin (to_tsvector('simple', comment_body)) where comment_body <> '';

-- The few artifacts that only some groups may see: a total must leave them out without a look at all others.
create index artifact_restricted on artifact (tracker_id, id) where granted_group_ids is not null;

-- Probes of lists, numbers and dates of one artifact read the index alone.
drop index artifact_index_artifact;
create index artifact_index_artifact on artifact_index (artifact_id, field_id, val);
