-- Columns and tables that the feed of changes needs beside the event log.

-- The change that fired the triggers: the feed names it as the cause of the changes that they make.
alter table pending_trigger add column changeset_id bigint;

-- Place in the log up to which a job has deleted events that were older than the retention; one row at most.
create table event_horizon (
  is_only boolean default true not null primary key check (is_only),
  cursor text not null,
  at timestamptz not null
);
