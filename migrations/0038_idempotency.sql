-- Answers of writes that carried an Idempotency-Key: who repeats the call gets the answer instead of a second write.
create table idempotency_record (
  account_id bigint not null,
  -- SHA-256 of the key.
  key_hash bytea not null,
  -- SHA-256 of the request: the same key on another request is a mistake of the client.
  fingerprint bytea not null,
  status int not null,
  -- The answer of a creation or an update of an artifact is made again from these three.
  artifact_id bigint,
  changeset_id bigint,
  modified_at timestamptz,
  headers jsonb,
  -- null: empty, or too long to be kept.
  body text,
  is_truncated boolean default false not null,
  -- The write is committed, its answer not stored yet.
  is_pending boolean default false not null,
  at timestamptz not null,
  primary key (account_id, key_hash)
);
create index idempotency_record_at on idempotency_record (at);
