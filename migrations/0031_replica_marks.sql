-- Written on the primary and looked for on a standby: one that shows the mark follows this primary. Each process makes one when it starts
-- and after each lost connection; those of the last hour are kept.
create table replica_mark (
  id uuid primary key,
  made_at timestamptz not null default now()
);
