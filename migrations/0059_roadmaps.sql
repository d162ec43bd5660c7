-- Roadmaps of projects (agile.md §8.1). A tracker that is gone stays in the lists without effect, as in plannings.
create table roadmap (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  title text not null,
  tracker_ids bigint[] not null,
  -- A report that filters the tasks; without it all are shown.
  report_id bigint references report on delete set null,
  level_1_tracker_id bigint,
  level_2_tracker_id bigint,
  time_scale text not null check (time_scale in ('week', 'month', 'quarter'))
);
create index roadmap_project on roadmap (project_id, id);
create index roadmap_report on roadmap (report_id) where report_id is not null;
