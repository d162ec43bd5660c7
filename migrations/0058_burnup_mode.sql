-- Which figures pages draw in the burnups of a project: the effort, or the number of artifacts.
alter table planning_settings
  add column burnup_mode text not null default 'effort' check (burnup_mode in ('effort', 'count'));
