-- Counts the changes of a tracker's definition: a write of an artifact takes effect only where the definition that it was planned from stands.
alter table tracker add column version bigint not null default 1;
