-- Titles of the two halves of a planning page, and the user groups that may plan. Null: all members of the project may.
alter table planning
  add column plan_title text not null default '',
  add column backlog_title text not null default '',
  add column planner_group_ids bigint[];

-- Settings of the planning of a project. A project without a row computes its top backlog (agile.md §1.3).
create table planning_settings (
  project_id bigint primary key references project on delete cascade,
  has_explicit_backlog boolean not null
);

-- Members of the explicit top backlogs. A row disappears with the artifact.
create table top_backlog_item (
  artifact_id bigint primary key references artifact on delete cascade,
  project_id bigint not null references project on delete cascade
);
create index top_backlog_item_project on top_backlog_item (project_id);

-- An artifact that a milestone links is planned, and leaves the top backlog, in whatever way the link was written.
create function leave_top_backlog() returns trigger language plpgsql as $$
begin
  delete from top_backlog_item item
  using added, artifact milestone, planning
  where item.artifact_id = added.target_id
    and milestone.id = added.source_id
    and planning.planning_tracker_id = milestone.tracker_id;
  return null;
end
$$;
create trigger artifact_planned after insert on artifact_link
  referencing new table as added for each statement execute function leave_top_backlog();
create index planning_tracker on planning (planning_tracker_id);
