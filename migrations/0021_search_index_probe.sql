-- The value is only read here, never looked up: so the planner looks values up in the primary key, where those of one value lie together.
drop index artifact_index_artifact;
create index artifact_index_artifact on artifact_index (artifact_id, field_id) include (val);
