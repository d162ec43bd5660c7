-- Ranks: one order over all artifacts. The key is a fraction in base 62: seven digits before the point, then as many as a move needs.

-- Key of the n-th artifact that was made. The first one starts in the middle, so that there is room before it.
create function artifact_rank_key(n bigint) returns text language plpgsql immutable strict parallel safe as $$
declare
  d constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  k constant bigint := n + 1760807303104;
begin
  return substr(d, (k / 56800235584 % 62)::int + 1, 1) || substr(d, (k / 916132832 % 62)::int + 1, 1)
    || substr(d, (k / 14776336 % 62)::int + 1, 1) || substr(d, (k / 238328 % 62)::int + 1, 1)
    || substr(d, (k / 3844 % 62)::int + 1, 1) || substr(d, (k / 62 % 62)::int + 1, 1) || substr(d, (k % 62)::int + 1, 1);
end
$$;

-- Beyond the ids of all artifacts, also of deleted ones.
create sequence artifact_rank_seq;
select setval('artifact_rank_seq', greatest((select last_value from artifact_id_seq), (select coalesce(max(greatest(id, rank)), 1) from artifact)));
-- The order stays: by id. Artifacts with a number of their own come after the artifact with this id.
alter table artifact alter column rank type text collate "C" using case
  when rank is null or rank = id then artifact_rank_key(id) else artifact_rank_key(rank) || 'V' || artifact_rank_key(id) || '1' end;
alter table artifact alter column rank set default artifact_rank_key(nextval('artifact_rank_seq')), alter column rank set not null;
create unique index artifact_rank on artifact (rank);
create index artifact_long_rank on artifact (id) where length(rank) > 64;

update trashed_artifact set rows = jsonb_set(rows, '{artifact,rank}', to_jsonb(artifact_rank_key(artifact_id)));

-- Moves in the order: who moved which artifact beside which other one.
create table artifact_rank_change (
  id bigint generated always as identity primary key,
  artifact_id bigint not null,
  direction text not null check (direction in ('before', 'after')),
  neighbor_id bigint not null,
  -- The artifact that followed it until then; null: none.
  former_next_id bigint,
  user_id bigint not null,
  at timestamptz not null,
  -- The list in which it was moved: an artifact, or 0 for a list of the project.
  context bigint not null
);
create index artifact_rank_change_artifact on artifact_rank_change (artifact_id, id);
