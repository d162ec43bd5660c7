-- The tracker that a move took the artifact from; null for all other changesets, and for moves of earlier versions.
alter table changeset add column moved_from_tracker_id bigint;

-- Deletions in a tracker, for the differences between two times.
create index event_deletion on event (tracker_id, artifact_id) where kind = 'artifact.deleted';
