-- Static user groups that were deleted. Their rows stay: comments and artifacts of before name them, and their numbers are not used again.

alter table user_group add column deleted_at timestamptz;

drop index user_group_name;
create unique index user_group_name on user_group (project_id, lower(name)) where deleted_at is null;
