-- Projects that a key is limited to; null: all of its owner's. They stay when a project is deleted: the key opens no others then.
alter table access_key add column project_ids bigint[] check (cardinality(project_ids) > 0);
