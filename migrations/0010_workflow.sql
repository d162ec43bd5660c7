-- Triggers between parents and children: which way they go, and what they still have to do.

-- up: children make their parent follow; down: parents make their children follow
alter table workflow_trigger add column direction text not null default 'up' check (direction in ('up', 'down'));

-- Who changes artifacts when a trigger does.
insert into users (id, login, real_name, status) values (90, 'forge__workflow', 'Tracker Workflow Manager', 'S');

-- Written with the change that sets triggers off, taken away with what they do: each is done once, whatever stops in between.
create table pending_trigger (
  id uuid primary key,
  -- the artifact that changed
  artifact_id bigint not null,
  trigger_ids bigint[] not null,
  -- it got or lost children: those that it got; null = one of its values changed
  added_child_ids bigint[],
  -- artifacts that this chain of triggers changed already: it changes none of them again
  visited_ids bigint[] not null,
  created_at timestamptz not null default now()
);
