-- How often a server began to import the archive: one that breaks off again and again is given up.
alter table project_archive add column attempts integer not null default 0;
