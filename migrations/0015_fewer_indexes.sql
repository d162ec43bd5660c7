-- Indexes that nothing reads, paid by every write: readers of the event log go by its cursor, and who submitted an artifact is asked of
-- artifact_index.

drop index event_artifact;
drop index event_project;
drop index artifact_submitter;
