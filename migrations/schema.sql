-- The schema after all migrations, for reviewers. Written by `npm run db:schema`; never edit it, never run it.

create extension pg_trgm;

create sequence artifact_rank_seq as bigint start 1 increment 1;
create sequence test_step_id_seq as bigint start 1 increment 1;

CREATE OR REPLACE FUNCTION public.artifact_rank_key(n bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  d constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  k constant bigint := n + 1760807303104;
begin
  return substr(d, (k / 56800235584 % 62)::int + 1, 1) || substr(d, (k / 916132832 % 62)::int + 1, 1)
    || substr(d, (k / 14776336 % 62)::int + 1, 1) || substr(d, (k / 238328 % 62)::int + 1, 1)
    || substr(d, (k / 3844 % 62)::int + 1, 1) || substr(d, (k / 62 % 62)::int + 1, 1) || substr(d, (k % 62)::int + 1, 1);
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_temporary_chunks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from temporary_chunk where file_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_connection_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from connection_change where artifact_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_top_backlog()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from top_backlog_item item
  using added, artifact milestone, planning
  where item.artifact_id = added.target_id
    and milestone.id = added.source_id
    and planning.planning_tracker_id = milestone.tracker_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_end_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from artifact where id = new.id for update;
  insert into connection_change
    select source_id from artifact_link where target_id = new.id
    union select target_id from artifact_link where source_id = new.id
    union select source_artifact_id from cross_reference where target_artifact_id = new.id
    union select target_artifact_id from cross_reference where source_artifact_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_link_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then insert into connection_change values (old.source_id), (old.target_id); end if;
  if tg_op <> 'DELETE' then insert into connection_change values (new.source_id), (new.target_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_reference_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then insert into connection_change values (old.source_artifact_id), (old.target_artifact_id); end if;
  if tg_op <> 'DELETE' then insert into connection_change values (new.source_artifact_id), (new.target_artifact_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_content_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into content_erasure (file_id) values (old.id) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('crocus.audit_retention', true) = 'on' then
    return old;
  end if;
  -- A restore empties all tables of the new database first.
  if tg_op = 'TRUNCATE' and not exists (select from audit_entry) then
    return null;
  end if;
  raise exception 'rows of the audit cannot be changed';
end
$function$;

create table access_key (
  id bigint generated always as identity not null,
  user_id bigint not null,
  secret_hash bytea not null,
  description text default ''::text not null,
  scopes text[] not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_by text,
  project_ids bigint[],
  constraint access_key_pkey PRIMARY KEY (id),
  constraint access_key_project_ids_check CHECK ((cardinality(project_ids) > 0)),
  constraint access_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX access_key_user ON public.access_key USING btree (user_id, id);

create table agent_policy (
  user_id bigint not null,
  app_id bigint,
  mode text not null,
  project_ids bigint[],
  tracker_ids bigint[],
  tools text[],
  writes_per_hour integer,
  updated_at timestamp with time zone not null,
  constraint agent_policy_user_id_app_id_key UNIQUE NULLS NOT DISTINCT (user_id, app_id),
  constraint agent_policy_mode_check CHECK ((mode = ANY (ARRAY['free'::text, 'dry_run_first'::text, 'approval'::text]))),
  constraint agent_policy_project_ids_check CHECK ((cardinality(project_ids) > 0)),
  constraint agent_policy_tracker_ids_check CHECK ((cardinality(tracker_ids) > 0)),
  constraint agent_policy_writes_per_hour_check CHECK ((writes_per_hour > 0)),
  constraint agent_policy_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_app(id) ON DELETE CASCADE,
  constraint agent_policy_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table agent_write (
  user_id bigint not null,
  key text not null,
  app_id bigint,
  at timestamp with time zone not null,
  constraint agent_write_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX agent_write_at ON public.agent_write USING btree (user_id, at);

create table approval (
  id bigint generated always as identity not null,
  user_id bigint not null,
  app_id bigint,
  agent text not null,
  is_access_key boolean not null,
  tool text not null,
  arguments jsonb not null,
  project_id bigint not null,
  tracker_id bigint not null,
  artifact_id bigint,
  request jsonb not null,
  version text,
  report jsonb not null,
  call_hash bytea not null,
  state text default 'waiting'::text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  comment text default ''::text not null,
  outcome jsonb,
  constraint approval_pkey PRIMARY KEY (id),
  constraint approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'allowed'::text, 'done'::text, 'refused'::text, 'failed'::text, 'expired'::text]))),
  constraint approval_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_app(id) ON DELETE SET NULL,
  constraint approval_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint approval_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX approval_app ON public.approval USING btree (app_id);
CREATE INDEX approval_open ON public.approval USING btree (expires_at) WHERE (state = ANY (ARRAY['waiting'::text, 'allowed'::text]));
CREATE INDEX approval_user ON public.approval USING btree (user_id, id DESC);
CREATE UNIQUE INDEX approval_waiting ON public.approval USING btree (user_id, call_hash) WHERE (state = 'waiting'::text);

create table artifact (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  tracker_id bigint not null,
  number bigint not null,
  changeset_id bigint not null,
  document jsonb not null,
  title text,
  submitted_by bigint not null,
  submitted_by_email text,
  submitted_on timestamp with time zone not null,
  updated_by bigint not null,
  updated_by_email text,
  updated_on timestamp with time zone not null,
  granted_group_ids bigint[],
  rank text collate "C" default artifact_rank_key(nextval('artifact_rank_seq'::regclass)) not null,
  constraint artifact_pkey PRIMARY KEY (id)
) with (fillfactor=85);
CREATE INDEX artifact_long_rank ON public.artifact USING btree (id) WHERE (length(rank) > 64);
CREATE UNIQUE INDEX artifact_number ON public.artifact USING btree (tracker_id, number);
CREATE UNIQUE INDEX artifact_rank ON public.artifact USING btree (rank);
CREATE INDEX artifact_restricted ON public.artifact USING btree (tracker_id, id) WHERE (granted_group_ids IS NOT NULL);
CREATE INDEX artifact_tracker ON public.artifact USING btree (tracker_id, id);
CREATE TRIGGER artifact_end_changed AFTER UPDATE OF tracker_id, submitted_by, granted_group_ids ON public.artifact FOR EACH ROW WHEN ((((old.tracker_id IS DISTINCT FROM new.tracker_id) OR (old.submitted_by IS DISTINCT FROM new.submitted_by)) OR (old.granted_group_ids IS DISTINCT FROM new.granted_group_ids))) EXECUTE FUNCTION note_end_change();
CREATE TRIGGER artifact_forgotten AFTER DELETE ON public.artifact FOR EACH ROW EXECUTE FUNCTION forget_connection_changes();

create table artifact_deletion (
  id bigint generated always as identity not null,
  user_id bigint not null,
  artifact_id bigint not null,
  tracker_id bigint not null,
  deleted_at timestamp with time zone not null,
  constraint artifact_deletion_pkey PRIMARY KEY (id)
);
CREATE INDEX artifact_deletion_user ON public.artifact_deletion USING btree (user_id, deleted_at);

create table artifact_external_id (
  project_id bigint not null,
  source text not null,
  external_id text not null,
  artifact_id bigint not null,
  entries integer default 0 not null,
  digest bytea,
  links_digest bytea,
  constraint artifact_external_id_pkey PRIMARY KEY (project_id, source, external_id),
  constraint artifact_external_id_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  constraint artifact_external_id_source_check CHECK ((source ~ '^[a-z0-9_.-]{1,64}$'::text)),
  constraint artifact_external_id_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE
);
CREATE INDEX artifact_external_id_artifact ON public.artifact_external_id USING btree (artifact_id);

create table artifact_import (
  id bigint generated always as identity not null,
  project_id bigint not null,
  tracker_id bigint,
  submitted_by bigint not null,
  options jsonb not null,
  is_dry_run boolean not null,
  undo_of bigint,
  file_id bigint,
  file_name text not null,
  file_size bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  status text default 'waiting'::text not null,
  is_stopping boolean default false not null,
  attempts integer default 0 not null,
  head jsonb,
  byte_offset bigint default 0 not null,
  lines_done bigint default 0 not null,
  link_offset bigint,
  link_lines bigint default 0 not null,
  has_links boolean default false not null,
  total bigint default 0 not null,
  done bigint default 0 not null,
  created bigint default 0 not null,
  updated bigint default 0 not null,
  unchanged bigint default 0 not null,
  refused bigint default 0 not null,
  more_messages bigint default 0 not null,
  invited text[] default '{}'::text[] not null,
  constraint artifact_import_pkey PRIMARY KEY (id),
  constraint artifact_import_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'checking'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint artifact_import_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint artifact_import_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint artifact_import_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint artifact_import_undo_of_fkey FOREIGN KEY (undo_of) REFERENCES artifact_import(id) ON DELETE CASCADE
);
CREATE INDEX artifact_import_file ON public.artifact_import USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX artifact_import_open ON public.artifact_import USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'checking'::text, 'running'::text]));
CREATE INDEX artifact_import_project ON public.artifact_import USING btree (project_id, id);
CREATE INDEX artifact_import_undo ON public.artifact_import USING btree (undo_of) WHERE (undo_of IS NOT NULL);
CREATE INDEX artifact_import_user ON public.artifact_import USING btree (submitted_by);

create table artifact_import_change (
  import_id bigint not null,
  artifact_id bigint not null,
  is_new boolean not null,
  changeset_ids bigint[] not null,
  constraint artifact_import_change_pkey PRIMARY KEY (import_id, artifact_id),
  constraint artifact_import_change_import_id_fkey FOREIGN KEY (import_id) REFERENCES artifact_import(id) ON DELETE CASCADE
);

create table artifact_import_key (
  import_id bigint not null,
  external_id text not null,
  constraint artifact_import_key_pkey PRIMARY KEY (import_id, external_id),
  constraint artifact_import_key_import_id_fkey FOREIGN KEY (import_id) REFERENCES artifact_import(id) ON DELETE CASCADE
);

create table artifact_import_message (
  import_id bigint not null,
  n bigint generated always as identity not null,
  line bigint,
  "column" text,
  level text not null,
  reason text,
  text text not null,
  constraint artifact_import_message_pkey PRIMARY KEY (import_id, n),
  constraint artifact_import_message_level_check CHECK ((level = ANY (ARRAY['error'::text, 'warning'::text]))),
  constraint artifact_import_message_import_id_fkey FOREIGN KEY (import_id) REFERENCES artifact_import(id) ON DELETE CASCADE
);

create table artifact_index (
  field_id bigint not null,
  val double precision not null,
  artifact_id bigint not null,
  constraint artifact_index_pkey PRIMARY KEY (field_id, val, artifact_id)
) with (fillfactor=85, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_threshold=1000, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX artifact_index_artifact ON public.artifact_index USING btree (artifact_id, field_id) INCLUDE (val);

create table artifact_link (
  id bigint generated always as identity not null,
  source_id bigint not null,
  target_id bigint not null,
  type text not null,
  field_id bigint not null,
  constraint artifact_link_pkey PRIMARY KEY (id),
  constraint artifact_link_source_id_fkey FOREIGN KEY (source_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint artifact_link_target_id_fkey FOREIGN KEY (target_id) REFERENCES artifact(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX artifact_link_source ON public.artifact_link USING btree (source_id, target_id, field_id);
CREATE INDEX artifact_link_target ON public.artifact_link USING btree (target_id, id);
CREATE TRIGGER artifact_link_changed AFTER INSERT OR DELETE OR UPDATE ON public.artifact_link FOR EACH ROW EXECUTE FUNCTION note_link_change();
CREATE TRIGGER artifact_planned AFTER INSERT ON public.artifact_link REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION leave_top_backlog();

create table artifact_rank_change (
  id bigint generated always as identity not null,
  artifact_id bigint not null,
  direction text not null,
  neighbor_id bigint not null,
  former_next_id bigint,
  user_id bigint not null,
  at timestamp with time zone not null,
  context bigint not null,
  constraint artifact_rank_change_pkey PRIMARY KEY (id),
  constraint artifact_rank_change_direction_check CHECK ((direction = ANY (ARRAY['before'::text, 'after'::text])))
);
CREATE INDEX artifact_rank_change_artifact ON public.artifact_rank_change USING btree (artifact_id, id);

create table artifact_text (
  artifact_id bigint not null,
  field_id bigint not null,
  content text not null,
  is_title boolean default false not null,
  is_indexed boolean default true not null,
  constraint artifact_text_pkey PRIMARY KEY (artifact_id, field_id)
);
CREATE INDEX artifact_text_content ON public.artifact_text USING gin (lower(content) gin_trgm_ops) WHERE ((NOT is_title) AND is_indexed);
CREATE INDEX artifact_text_fresh ON public.artifact_text USING btree (field_id) WHERE ((NOT is_title) AND (NOT is_indexed));
CREATE INDEX artifact_text_title ON public.artifact_text USING gin (lower(content) gin_trgm_ops) WHERE is_title;

create table audit_anchor (
  is_only boolean default true not null,
  n bigint not null,
  hash bytea not null,
  constraint audit_anchor_pkey PRIMARY KEY (is_only),
  constraint audit_anchor_is_only_check CHECK (is_only)
);

create table audit_check (
  is_only boolean default true not null,
  checked_at timestamp with time zone not null,
  until_n bigint not null,
  broken_n bigint,
  fault text,
  constraint audit_check_pkey PRIMARY KEY (is_only),
  constraint audit_check_is_only_check CHECK (is_only)
);

create table audit_entry (
  n bigint not null,
  event_at timestamp with time zone not null,
  kind text not null,
  actor_id bigint,
  project_id bigint,
  subject text,
  entry jsonb not null,
  previous bytea not null,
  hash bytea not null,
  constraint audit_entry_pkey PRIMARY KEY (n)
);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (actor_id, n) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entry_project ON public.audit_entry USING btree (project_id, n) WHERE (project_id IS NOT NULL);
CREATE INDEX audit_entry_subject ON public.audit_entry USING btree (subject, n) WHERE (subject IS NOT NULL);
CREATE TRIGGER audit_entry_is_fixed BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_stays BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table audit_head (
  n bigint not null,
  hash bytea not null,
  signed_at timestamp with time zone not null,
  signature bytea not null,
  constraint audit_head_pkey PRIMARY KEY (n)
);

create table bind_value (
  id bigint generated by default as identity (start 101 increment 1) not null,
  field_id bigint not null,
  label text not null,
  description text default ''::text not null,
  rank integer not null,
  is_hidden boolean default false not null,
  is_default boolean default false not null,
  color_name text,
  legacy_color jsonb,
  constraint bind_value_pkey PRIMARY KEY (id),
  constraint bind_value_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE
);
CREATE INDEX bind_value_field ON public.bind_value USING btree (field_id, rank, id);

create table canned_response (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  title text not null,
  body text not null,
  constraint canned_response_pkey PRIMARY KEY (id),
  constraint canned_response_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX canned_response_tracker ON public.canned_response USING btree (tracker_id);

create table cardwall (
  planning_id bigint not null,
  constraint cardwall_pkey PRIMARY KEY (planning_id),
  constraint cardwall_planning_id_fkey FOREIGN KEY (planning_id) REFERENCES planning(id) ON DELETE CASCADE
);

create table cardwall_column (
  id bigint generated by default as identity not null,
  planning_id bigint not null,
  place integer not null,
  label text not null,
  color text not null,
  value_ids bigint[] default '{}'::bigint[] not null,
  constraint cardwall_column_pkey PRIMARY KEY (id),
  constraint cardwall_column_planning_id_fkey FOREIGN KEY (planning_id) REFERENCES cardwall(planning_id) ON DELETE CASCADE
);
CREATE INDEX cardwall_column_planning ON public.cardwall_column USING btree (planning_id);

create table cardwall_mapping (
  planning_id bigint not null,
  tracker_id bigint not null,
  field_id bigint not null,
  constraint cardwall_mapping_pkey PRIMARY KEY (planning_id, tracker_id),
  constraint cardwall_mapping_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint cardwall_mapping_planning_id_fkey FOREIGN KEY (planning_id) REFERENCES cardwall(planning_id) ON DELETE CASCADE,
  constraint cardwall_mapping_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX cardwall_mapping_field ON public.cardwall_mapping USING btree (field_id);
CREATE INDEX cardwall_mapping_tracker ON public.cardwall_mapping USING btree (tracker_id);

create table category (
  id bigint generated always as identity not null,
  parent_id bigint,
  name text not null,
  nb_max_values integer default 3 not null,
  is_mandatory boolean default false not null,
  constraint category_pkey PRIMARY KEY (id),
  constraint category_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES category(id) ON DELETE CASCADE
);
CREATE INDEX category_parent ON public.category USING btree (parent_id);

create table changeset (
  id bigint generated by default as identity not null,
  artifact_id bigint not null,
  tracker_id bigint not null,
  submitted_by bigint not null,
  submitted_by_email text,
  submitted_on timestamp with time zone not null,
  delta jsonb not null,
  comment_body text default ''::text not null,
  comment_format text default 'text'::text not null,
  comment_group_ids bigint[],
  comment_edited_by bigint,
  comment_edited_by_email text,
  comment_edited_on timestamp with time zone,
  comment_history jsonb,
  agent text,
  moved_from_tracker_id bigint,
  constraint changeset_pkey PRIMARY KEY (id),
  constraint changeset_comment_format_check CHECK ((comment_format = ANY (ARRAY['text'::text, 'html'::text, 'commonmark'::text])))
);
CREATE INDEX changeset_artifact ON public.changeset USING btree (artifact_id, id);
CREATE INDEX changeset_comment_words ON public.changeset USING gin (to_tsvector('simple'::regconfig, comment_body)) WHERE (comment_body <> ''::text);

create table connection_change (
  artifact_id bigint not null
);
CREATE INDEX connection_change_artifact ON public.connection_change USING btree (artifact_id);

create table content_erasure (
  file_id bigint not null,
  since timestamp with time zone default now() not null,
  constraint content_erasure_pkey PRIMARY KEY (file_id)
);

create table cross_reference (
  source_artifact_id bigint not null,
  target_artifact_id bigint not null,
  keyword text not null,
  constraint cross_reference_pkey PRIMARY KEY (source_artifact_id, target_artifact_id, keyword),
  constraint cross_reference_source_artifact_id_fkey FOREIGN KEY (source_artifact_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint cross_reference_target_artifact_id_fkey FOREIGN KEY (target_artifact_id) REFERENCES artifact(id) ON DELETE CASCADE
);
CREATE INDEX cross_reference_target ON public.cross_reference USING btree (target_artifact_id);
CREATE TRIGGER cross_reference_changed AFTER INSERT OR DELETE OR UPDATE ON public.cross_reference FOR EACH ROW EXECUTE FUNCTION note_reference_change();

create table date_rule (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  source_field_id bigint not null,
  target_field_id bigint not null,
  comparator text not null,
  constraint date_rule_pkey PRIMARY KEY (id),
  constraint date_rule_comparator_check CHECK ((comparator = ANY (ARRAY['<'::text, '≤'::text, '='::text, '≥'::text, '>'::text, '≠'::text]))),
  constraint date_rule_source_field_id_fkey FOREIGN KEY (source_field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint date_rule_target_field_id_fkey FOREIGN KEY (target_field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint date_rule_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX date_rule_tracker ON public.date_rule USING btree (tracker_id);

create table event (
  seq bigint generated always as identity not null,
  xid xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default clock_timestamp() not null,
  actor_id bigint,
  means text not null,
  kind text not null,
  project_id bigint,
  tracker_id bigint,
  artifact_id bigint,
  changeset_id bigint,
  payload jsonb default '{}'::jsonb not null,
  constraint event_pkey PRIMARY KEY (seq)
);
CREATE INDEX event_artifact ON public.event USING btree (artifact_id, changeset_id) WHERE (artifact_id IS NOT NULL);
CREATE INDEX event_cursor ON public.event USING btree (xid, seq);
CREATE INDEX event_deletion ON public.event USING btree (tracker_id, artifact_id) WHERE (kind = 'artifact.deleted'::text);

create table event_consumer (
  name text not null,
  cursor text not null,
  failures integer default 0 not null,
  retry_at timestamp with time zone,
  constraint event_consumer_pkey PRIMARY KEY (name)
);

create table event_horizon (
  is_only boolean default true not null,
  cursor text not null,
  at timestamp with time zone not null,
  constraint event_horizon_pkey PRIMARY KEY (is_only),
  constraint event_horizon_is_only_check CHECK (is_only)
);

create table field_permission (
  field_id bigint not null,
  user_group_id bigint not null,
  permission text not null,
  constraint field_permission_pkey PRIMARY KEY (field_id, user_group_id, permission),
  constraint field_permission_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'submit'::text, 'update'::text]))),
  constraint field_permission_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE
);

create table file (
  id bigint generated by default as identity not null,
  field_id bigint,
  artifact_id bigint,
  name text not null,
  size bigint not null,
  type text not null,
  description text default ''::text not null,
  submitted_by bigint not null,
  submitted_on timestamp with time zone default now() not null,
  sha256 bytea,
  removed_at timestamp with time zone,
  is_finished boolean default true not null,
  expires_at timestamp with time zone,
  detected_type text,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE
);
CREATE INDEX file_artifact ON public.file USING btree (artifact_id) WHERE (artifact_id IS NOT NULL);
CREATE INDEX file_declared ON public.file USING btree (field_id, size) WHERE (expires_at IS NOT NULL);
CREATE INDEX file_expiry ON public.file USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX file_pending ON public.file USING btree (submitted_by) WHERE (expires_at IS NOT NULL);
CREATE TRIGGER file_attached AFTER UPDATE OF artifact_id ON public.file FOR EACH ROW WHEN (((old.artifact_id IS NULL) AND (new.artifact_id IS NOT NULL))) EXECUTE FUNCTION drop_temporary_chunks();
CREATE TRIGGER file_deleted AFTER DELETE ON public.file FOR EACH ROW EXECUTE FUNCTION queue_content_erasure();
CREATE TRIGGER file_removed AFTER UPDATE OF removed_at ON public.file FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION queue_content_erasure();

create table form_element (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  parent_id bigint,
  type text not null,
  name text not null,
  label text not null,
  description text default ''::text not null,
  rank integer not null,
  is_required boolean default false not null,
  is_used boolean default true not null,
  has_notifications boolean default false not null,
  settings jsonb default '{}'::jsonb not null,
  bind_type text,
  is_rank_alpha boolean default false not null,
  bind_functions text[] default '{}'::text[] not null,
  default_user_ids bigint[] default '{}'::bigint[] not null,
  constraint form_element_pkey PRIMARY KEY (id),
  constraint form_element_bind_type_check CHECK ((bind_type = ANY (ARRAY['static'::text, 'users'::text, 'ugroups'::text]))),
  constraint form_element_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint form_element_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX form_element_name ON public.form_element USING btree (tracker_id, name);
CREATE INDEX form_element_parent ON public.form_element USING btree (parent_id);

create table group_bind_value (
  id bigint generated by default as identity not null,
  field_id bigint not null,
  user_group_id bigint not null,
  rank integer not null,
  is_hidden boolean default false not null,
  is_default boolean default false not null,
  constraint group_bind_value_pkey PRIMARY KEY (id),
  constraint group_bind_value_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE
);
CREATE INDEX group_bind_value_field ON public.group_bind_value USING btree (field_id, rank, id);

create table idempotency_record (
  account_id bigint not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status integer not null,
  artifact_id bigint,
  changeset_id bigint,
  modified_at timestamp with time zone,
  headers jsonb,
  body text,
  is_truncated boolean default false not null,
  is_pending boolean default false not null,
  at timestamp with time zone not null,
  constraint idempotency_record_pkey PRIMARY KEY (account_id, key_hash)
);
CREATE INDEX idempotency_record_at ON public.idempotency_record USING btree (at);

create table inbox_change (
  entry_id bigint not null,
  changeset_id bigint not null,
  reasons text[] not null,
  constraint inbox_change_pkey PRIMARY KEY (entry_id, changeset_id),
  constraint inbox_change_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES inbox_entry(id) ON UPDATE CASCADE ON DELETE CASCADE
);

create table inbox_entry (
  id bigint generated always as identity not null,
  user_id bigint not null,
  artifact_id bigint,
  state text default 'unread'::text not null,
  at timestamp with time zone not null,
  approval_id bigint,
  constraint inbox_entry_pkey PRIMARY KEY (id),
  constraint inbox_entry_check CHECK ((num_nonnulls(artifact_id, approval_id) = 1)),
  constraint inbox_entry_state_check CHECK ((state = ANY (ARRAY['unread'::text, 'read'::text, 'done'::text]))),
  constraint inbox_entry_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id) ON DELETE CASCADE,
  constraint inbox_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX inbox_entry_approval ON public.inbox_entry USING btree (user_id, approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX inbox_entry_at ON public.inbox_entry USING btree (at);
CREATE INDEX inbox_entry_of_approval ON public.inbox_entry USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE UNIQUE INDEX inbox_entry_unread ON public.inbox_entry USING btree (user_id, artifact_id) WHERE (state = 'unread'::text);
CREATE INDEX inbox_entry_user ON public.inbox_entry USING btree (user_id, id DESC);

create table instance_secret (
  name text not null,
  value bytea not null,
  constraint instance_secret_pkey PRIMARY KEY (name)
);

create table invitation (
  id bigint generated always as identity not null,
  sender_id bigint not null,
  email text not null,
  project_id bigint,
  sent_on timestamp with time zone not null,
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint invitation_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX invitation_sender ON public.invitation USING btree (sender_id, sent_on);

create table kanban (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  name text not null,
  is_promoted boolean default false not null,
  constraint kanban_pkey PRIMARY KEY (id),
  constraint kanban_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX kanban_tracker ON public.kanban USING btree (tracker_id, id);

create table kanban_limit (
  kanban_id bigint not null,
  value_id bigint not null,
  wip_limit integer not null,
  constraint kanban_limit_pkey PRIMARY KEY (kanban_id, value_id),
  constraint kanban_limit_wip_limit_check CHECK ((wip_limit > 0)),
  constraint kanban_limit_kanban_id_fkey FOREIGN KEY (kanban_id) REFERENCES kanban(id) ON DELETE CASCADE,
  constraint kanban_limit_value_id_fkey FOREIGN KEY (value_id) REFERENCES bind_value(id) ON DELETE CASCADE
);
CREATE INDEX kanban_limit_value ON public.kanban_limit USING btree (value_id);

create table kanban_report (
  kanban_id bigint not null,
  report_id bigint not null,
  constraint kanban_report_pkey PRIMARY KEY (kanban_id, report_id),
  constraint kanban_report_kanban_id_fkey FOREIGN KEY (kanban_id) REFERENCES kanban(id) ON DELETE CASCADE,
  constraint kanban_report_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX kanban_report_report ON public.kanban_report USING btree (report_id);

create table kanban_view (
  kanban_id bigint not null,
  user_id bigint not null,
  folded_column_ids bigint[] default '{}'::bigint[] not null,
  is_backlog_open boolean default true not null,
  is_archive_open boolean default false not null,
  constraint kanban_view_pkey PRIMARY KEY (kanban_id, user_id),
  constraint kanban_view_kanban_id_fkey FOREIGN KEY (kanban_id) REFERENCES kanban(id) ON DELETE CASCADE,
  constraint kanban_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX kanban_view_user ON public.kanban_view USING btree (user_id);

create table kept_section (
  id bigint generated always as identity not null,
  project_id bigint not null,
  section text not null,
  content jsonb not null,
  constraint kept_section_pkey PRIMARY KEY (id),
  constraint kept_section_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE INDEX kept_section_project ON public.kept_section USING btree (project_id, section);

create table link_type (
  short_name text not null,
  forward_label text not null,
  reverse_label text not null,
  is_system boolean default false not null,
  rank integer not null,
  is_hidden boolean default false not null,
  constraint link_type_pkey PRIMARY KEY (short_name)
);

create table list_rule (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  source_field_id bigint not null,
  source_value_id bigint not null,
  target_field_id bigint not null,
  target_value_id bigint not null,
  constraint list_rule_pkey PRIMARY KEY (id),
  constraint list_rule_source_field_id_fkey FOREIGN KEY (source_field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint list_rule_target_field_id_fkey FOREIGN KEY (target_field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint list_rule_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX list_rule_tracker ON public.list_rule USING btree (tracker_id);

create unlogged table list_snapshot (
  id text not null,
  n bigint generated always as identity not null,
  owner text not null,
  list bytea not null,
  ids bigint[] not null,
  used_at timestamp with time zone not null,
  constraint list_snapshot_pkey PRIMARY KEY (id)
);
CREATE INDEX list_snapshot_owner ON public.list_snapshot USING btree (owner, n);
CREATE INDEX list_snapshot_used ON public.list_snapshot USING btree (used_at);

create table none_decorator (
  field_id bigint not null,
  color_name text,
  legacy_color jsonb,
  constraint none_decorator_pkey PRIMARY KEY (field_id),
  constraint none_decorator_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE
);

create table oauth_app (
  id bigint generated always as identity not null,
  project_id bigint,
  name text not null,
  redirect_uri text not null,
  use_pkce boolean not null,
  secret_hash bytea,
  created_at timestamp with time zone not null,
  more_redirect_uris text[] default '{}'::text[] not null,
  is_self_registered boolean default false not null,
  registered_from text,
  document_url text,
  document_read_at timestamp with time zone,
  last_token_at timestamp with time zone,
  constraint oauth_app_pkey PRIMARY KEY (id),
  constraint oauth_app_document_url_key UNIQUE (document_url),
  constraint oauth_app_check CHECK (((secret_hash IS NOT NULL) OR use_pkce)),
  constraint oauth_app_name_check CHECK ((name <> ''::text)),
  constraint oauth_app_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE INDEX oauth_app_project ON public.oauth_app USING btree (project_id, id);
CREATE INDEX oauth_app_registered ON public.oauth_app USING btree (registered_from, created_at) WHERE (registered_from IS NOT NULL);

create table oauth_consent (
  user_id bigint not null,
  app_id bigint not null,
  scopes text[] not null,
  granted_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint oauth_consent_pkey PRIMARY KEY (user_id, app_id),
  constraint oauth_consent_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_app(id) ON DELETE CASCADE,
  constraint oauth_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_consent_app ON public.oauth_consent USING btree (app_id);

create table oauth_grant (
  id text not null,
  user_id bigint not null,
  app_id bigint not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  constraint oauth_grant_pkey PRIMARY KEY (id),
  constraint oauth_grant_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_app(id) ON DELETE CASCADE,
  constraint oauth_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_grant_app ON public.oauth_grant USING btree (app_id);
CREATE INDEX oauth_grant_user ON public.oauth_grant USING btree (user_id, app_id);

create table oauth_interaction (
  uid_hash bytea not null,
  user_id bigint not null,
  app_id bigint not null,
  request jsonb not null,
  expires_at timestamp with time zone not null,
  constraint oauth_interaction_pkey PRIMARY KEY (uid_hash),
  constraint oauth_interaction_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_app(id) ON DELETE CASCADE,
  constraint oauth_interaction_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_interaction_app ON public.oauth_interaction USING btree (app_id);
CREATE INDEX oauth_interaction_expiry ON public.oauth_interaction USING btree (expires_at);
CREATE INDEX oauth_interaction_user ON public.oauth_interaction USING btree (user_id);

create table oauth_signing_key (
  kid text not null,
  public_jwk jsonb not null,
  private_jwk jsonb,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint oauth_signing_key_pkey PRIMARY KEY (kid),
  constraint oauth_signing_key_check CHECK (((private_jwk IS NULL) = (retired_at IS NOT NULL)))
);
CREATE UNIQUE INDEX oauth_signing_key_current ON public.oauth_signing_key USING btree (((retired_at IS NULL))) WHERE (retired_at IS NULL);

create table oauth_token (
  token_hash bytea not null,
  kind text not null,
  grant_id text not null,
  payload jsonb not null,
  expires_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  constraint oauth_token_pkey PRIMARY KEY (token_hash),
  constraint oauth_token_kind_check CHECK ((kind = ANY (ARRAY['AuthorizationCode'::text, 'AccessToken'::text, 'RefreshToken'::text]))),
  constraint oauth_token_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE
);
CREATE INDEX oauth_token_expiry ON public.oauth_token USING btree (expires_at);
CREATE INDEX oauth_token_grant ON public.oauth_token USING btree (grant_id);

create table open_value (
  id bigint generated by default as identity not null,
  field_id bigint not null,
  label text not null,
  is_hidden boolean default false not null,
  constraint open_value_pkey PRIMARY KEY (id),
  constraint open_value_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX open_value_label ON public.open_value USING btree (field_id, label);

create table password_reset (
  token_hash bytea not null,
  user_id bigint not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_pkey PRIMARY KEY (token_hash),
  constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_reset_expiry ON public.password_reset USING btree (expires_at);
CREATE INDEX password_reset_of_user ON public.password_reset USING btree (user_id);

create table pending_trigger (
  id uuid not null,
  artifact_id bigint not null,
  trigger_ids bigint[] not null,
  added_child_ids bigint[],
  visited_ids bigint[] not null,
  created_at timestamp with time zone default now() not null,
  changeset_id bigint,
  constraint pending_trigger_pkey PRIMARY KEY (id)
);

create table planning (
  id bigint generated always as identity not null,
  project_id bigint not null,
  name text not null,
  planning_tracker_id bigint not null,
  backlog_tracker_ids bigint[] not null,
  plan_title text default ''::text not null,
  backlog_title text default ''::text not null,
  planner_group_ids bigint[],
  constraint planning_pkey PRIMARY KEY (id),
  constraint planning_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE INDEX planning_project ON public.planning USING btree (project_id);
CREATE INDEX planning_tracker ON public.planning USING btree (planning_tracker_id);

create table planning_settings (
  project_id bigint not null,
  has_explicit_backlog boolean not null,
  burnup_mode text default 'effort'::text not null,
  constraint planning_settings_pkey PRIMARY KEY (project_id),
  constraint planning_settings_burnup_mode_check CHECK ((burnup_mode = ANY (ARRAY['effort'::text, 'count'::text]))),
  constraint planning_settings_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);

create table project (
  id bigint generated by default as identity (start 101 increment 1) not null,
  short_name text not null,
  label text not null,
  description text default ''::text not null,
  long_description text,
  icon text default ''::text not null,
  access text not null,
  status text not null,
  is_template boolean default false not null,
  template_id bigint,
  is_membership_synchronized boolean default false not null,
  uses_link_types boolean default true not null,
  banner text,
  header_background text,
  owner_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint project_pkey PRIMARY KEY (id),
  constraint project_access_check CHECK ((access = ANY (ARRAY['public'::text, 'unrestricted'::text, 'private'::text, 'private-wo-restr'::text]))),
  constraint project_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'suspended'::text, 'deleted'::text, 'system'::text, 'archive'::text]))),
  constraint project_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint project_template_id_fkey FOREIGN KEY (template_id) REFERENCES project(id)
);
CREATE UNIQUE INDEX project_short_name ON public.project USING btree (lower(short_name));

create table project_archive (
  id bigint generated always as identity not null,
  project_id bigint not null,
  file_id bigint,
  file_name text not null,
  file_size bigint not null,
  submitted_by bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text default 'waiting'::text not null,
  messages jsonb default '[]'::jsonb not null,
  finished_at timestamp with time zone,
  attempts integer default 0 not null,
  constraint project_archive_pkey PRIMARY KEY (id),
  constraint project_archive_project_id_key UNIQUE (project_id),
  constraint project_archive_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'importing'::text, 'imported'::text, 'failed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint project_archive_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint project_archive_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_archive_file ON public.project_archive USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX project_archive_open ON public.project_archive USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'importing'::text]));
CREATE INDEX project_archive_user ON public.project_archive USING btree (submitted_by);

create table project_category (
  project_id bigint not null,
  category_id bigint not null,
  value_id bigint not null,
  constraint project_category_pkey PRIMARY KEY (project_id, category_id, value_id),
  constraint project_category_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  constraint project_category_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint project_category_value_id_fkey FOREIGN KEY (value_id) REFERENCES category(id) ON DELETE CASCADE
);

create table project_disabled_link_type (
  project_id bigint not null,
  short_name text not null,
  constraint project_disabled_link_type_pkey PRIMARY KEY (project_id, short_name),
  constraint project_disabled_link_type_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint project_disabled_link_type_short_name_fkey FOREIGN KEY (short_name) REFERENCES link_type(short_name) ON DELETE CASCADE
);

create table project_field (
  id bigint generated always as identity not null,
  name text not null,
  description text default ''::text not null,
  rank integer not null,
  type text not null,
  is_required boolean default false not null,
  constraint project_field_pkey PRIMARY KEY (id),
  constraint project_field_type_check CHECK ((type = ANY (ARRAY['line'::text, 'text'::text])))
);
CREATE UNIQUE INDEX project_field_name ON public.project_field USING btree (lower(name));

create table project_field_value (
  project_id bigint not null,
  field_id bigint not null,
  value text not null,
  constraint project_field_value_pkey PRIMARY KEY (project_id, field_id),
  constraint project_field_value_field_id_fkey FOREIGN KEY (field_id) REFERENCES project_field(id) ON DELETE CASCADE,
  constraint project_field_value_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);

create table project_label (
  id bigint generated always as identity not null,
  project_id bigint not null,
  name text not null,
  is_outline boolean default true not null,
  color text not null,
  constraint project_label_pkey PRIMARY KEY (id),
  constraint project_label_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX project_label_name ON public.project_label USING btree (project_id, lower(name));

create table project_member (
  project_id bigint not null,
  user_id bigint not null,
  is_admin boolean default false not null,
  is_wiki_admin boolean default false not null,
  is_file_manager_admin boolean default false not null,
  is_svn_admin boolean default false not null,
  constraint project_member_pkey PRIMARY KEY (project_id, user_id),
  constraint project_member_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint project_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_member_user ON public.project_member USING btree (user_id);

create table project_service (
  id bigint generated always as identity not null,
  project_id bigint not null,
  short_name text not null,
  label text not null,
  description text default ''::text not null,
  url text default ''::text not null,
  icon text default ''::text not null,
  is_enabled boolean not null,
  is_custom boolean default false not null,
  opens_in_new_tab boolean default false not null,
  rank integer not null,
  constraint project_service_pkey PRIMARY KEY (id),
  constraint project_service_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX project_service_name ON public.project_service USING btree (project_id, short_name) WHERE (NOT is_custom);
CREATE INDEX project_service_project ON public.project_service USING btree (project_id, rank, id);

create unlogged table rate_window (
  caller text not null,
  minute bigint not null,
  used integer not null,
  constraint rate_window_pkey PRIMARY KEY (caller, minute)
);

create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table reference_pattern (
  project_id bigint not null,
  keyword text not null,
  rank integer not null,
  description text not null,
  link text not null,
  is_enabled boolean not null,
  constraint reference_pattern_pkey PRIMARY KEY (project_id, keyword),
  constraint reference_pattern_keyword_check CHECK ((keyword = lower(keyword))),
  constraint reference_pattern_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);

create table replica_mark (
  id uuid not null,
  made_at timestamp with time zone default now() not null,
  constraint replica_mark_pkey PRIMARY KEY (id)
);

create table report (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  owner_id bigint,
  name text not null,
  description text default ''::text not null,
  is_default boolean default false not null,
  is_query_displayed boolean default true not null,
  is_in_expert_mode boolean default false not null,
  expert_query text default ''::text not null,
  criteria jsonb default '[]'::jsonb not null,
  view jsonb,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX report_tracker ON public.report USING btree (tracker_id, id);

create table report_renderer (
  id bigint generated by default as identity not null,
  report_id bigint not null,
  type text not null,
  name text not null,
  description text default ''::text not null,
  rank integer not null,
  definition jsonb default '{}'::jsonb not null,
  constraint report_renderer_pkey PRIMARY KEY (id),
  constraint report_renderer_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE
);
CREATE INDEX report_renderer_report ON public.report_renderer USING btree (report_id, rank, id);

create table rights_catch_up (
  is_only boolean default true not null,
  migration integer not null,
  quiet_since timestamp with time zone,
  announced_at timestamp with time zone,
  constraint rights_catch_up_pkey PRIMARY KEY (is_only),
  constraint rights_catch_up_is_only_check CHECK (is_only)
);

create table roadmap (
  id bigint generated always as identity not null,
  project_id bigint not null,
  title text not null,
  tracker_ids bigint[] not null,
  report_id bigint,
  level_1_tracker_id bigint,
  level_2_tracker_id bigint,
  time_scale text not null,
  constraint roadmap_pkey PRIMARY KEY (id),
  constraint roadmap_time_scale_check CHECK ((time_scale = ANY (ARRAY['week'::text, 'month'::text, 'quarter'::text]))),
  constraint roadmap_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint roadmap_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE SET NULL
);
CREATE INDEX roadmap_project ON public.roadmap USING btree (project_id, id);
CREATE INDEX roadmap_report ON public.roadmap USING btree (report_id) WHERE (report_id IS NOT NULL);

create table sample_project (
  project_id bigint not null,
  user_ids bigint[] not null,
  constraint sample_project_pkey PRIMARY KEY (project_id),
  constraint sample_project_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table second_factor (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  sealed_secret bytea not null,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint second_factor_pkey PRIMARY KEY (id),
  constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_factor_of_user ON public.second_factor USING btree (user_id);

create table semantic (
  tracker_id bigint not null,
  type text not null,
  definition jsonb not null,
  constraint semantic_pkey PRIMARY KEY (tracker_id, type),
  constraint semantic_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);

create table session (
  id bigint generated always as identity not null,
  user_id bigint not null,
  secret_hash bytea not null,
  methods text[] not null,
  signed_in_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  last_used_by text not null,
  user_agent text not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_of_user ON public.session USING btree (user_id);

create table setting (
  name text not null,
  value text not null,
  constraint setting_pkey PRIMARY KEY (name)
);

create unlogged table sign_in_failure (
  subject bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  constraint sign_in_failure_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_failure_age ON public.sign_in_failure USING btree (last_failed_at);

create table site_banner (
  is_only boolean default true not null,
  message text not null,
  importance text not null,
  expires_at timestamp with time zone,
  constraint site_banner_pkey PRIMARY KEY (is_only),
  constraint site_banner_importance_check CHECK ((importance = ANY (ARRAY['standard'::text, 'warning'::text, 'critical'::text]))),
  constraint site_banner_is_only_check CHECK (is_only)
);

create table site_group (
  id bigint generated always as identity not null,
  name text not null,
  constraint site_group_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX site_group_name ON public.site_group USING btree (lower(name));

create table site_group_member (
  site_group_id bigint not null,
  user_id bigint not null,
  constraint site_group_member_pkey PRIMARY KEY (site_group_id, user_id),
  constraint site_group_member_site_group_id_fkey FOREIGN KEY (site_group_id) REFERENCES site_group(id) ON DELETE CASCADE,
  constraint site_group_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX site_group_member_user ON public.site_group_member USING btree (user_id);

create table site_group_permission (
  site_group_id bigint not null,
  permission text not null,
  constraint site_group_permission_pkey PRIMARY KEY (site_group_id, permission),
  constraint site_group_permission_site_group_id_fkey FOREIGN KEY (site_group_id) REFERENCES site_group(id) ON DELETE CASCADE
);

create unlogged table snapshot_lease (
  caller text not null,
  token text not null,
  until timestamp with time zone not null,
  constraint snapshot_lease_pkey PRIMARY KEY (caller)
);

create table subscription (
  user_id bigint not null,
  tracker_id bigint,
  artifact_id bigint,
  level text not null,
  constraint subscription_check CHECK ((num_nonnulls(tracker_id, artifact_id) = 1)),
  constraint subscription_level_check CHECK ((level = ANY (ARRAY['all'::text, 'none'::text]))),
  constraint subscription_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint subscription_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE,
  constraint subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX subscription_artifact ON public.subscription USING btree (artifact_id, user_id) WHERE (artifact_id IS NOT NULL);
CREATE UNIQUE INDEX subscription_tracker ON public.subscription USING btree (tracker_id, user_id) WHERE (tracker_id IS NOT NULL);
CREATE INDEX subscription_user ON public.subscription USING btree (user_id);

create table svn_access_file_version (
  repository_id bigint not null,
  version integer not null,
  content text not null,
  has_default_permissions boolean not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint svn_access_file_version_pkey PRIMARY KEY (repository_id, version),
  constraint svn_access_file_version_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint svn_access_file_version_repository_id_fkey FOREIGN KEY (repository_id) REFERENCES svn_repository(id) ON DELETE CASCADE
);

create table svn_administrator_group (
  project_id bigint not null,
  user_group_id bigint not null,
  constraint svn_administrator_group_pkey PRIMARY KEY (project_id, user_group_id),
  constraint svn_administrator_group_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);

create table svn_artifact_reference (
  artifact_id bigint not null,
  project_id bigint not null,
  repository_name text not null,
  revision bigint not null,
  keyword text not null,
  constraint svn_artifact_reference_pkey PRIMARY KEY (artifact_id, project_id, repository_name, revision, keyword),
  constraint svn_artifact_reference_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE
);
CREATE INDEX svn_artifact_reference_revision ON public.svn_artifact_reference USING btree (project_id, lower(repository_name), revision);

create table svn_notification (
  repository_id bigint not null,
  rank integer not null,
  path text not null,
  user_group_ids bigint[] default '{}'::bigint[] not null,
  user_ids bigint[] default '{}'::bigint[] not null,
  emails text[] default '{}'::text[] not null,
  constraint svn_notification_pkey PRIMARY KEY (repository_id, rank),
  constraint svn_notification_repository_id_fkey FOREIGN KEY (repository_id) REFERENCES svn_repository(id) ON DELETE CASCADE
);

create table svn_repository (
  id bigint generated always as identity not null,
  project_id bigint not null,
  name text not null,
  is_reference_mandatory boolean default false not null,
  is_commit_message_change_allowed boolean default false not null,
  immutable_paths text[] default '{}'::text[] not null,
  immutable_whitelist text[] default '{}'::text[] not null,
  access_file_version integer default 1 not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  last_revision bigint default 0 not null,
  last_commit_at timestamp with time zone,
  imported_revision bigint default 0 not null,
  deletion_requested_at timestamp with time zone,
  deletion_requested_by bigint,
  deleted_at timestamp with time zone,
  purged_at timestamp with time zone,
  has_current_mentions boolean default false not null,
  constraint svn_repository_pkey PRIMARY KEY (id),
  constraint svn_repository_check CHECK (((deleted_at IS NOT NULL) OR (purged_at IS NULL))),
  constraint svn_repository_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint svn_repository_deletion_requested_by_fkey FOREIGN KEY (deletion_requested_by) REFERENCES users(id),
  constraint svn_repository_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE INDEX svn_repository_deletion ON public.svn_repository USING btree (deletion_requested_at) WHERE ((deletion_requested_at IS NOT NULL) AND (purged_at IS NULL));
CREATE UNIQUE INDEX svn_repository_name ON public.svn_repository USING btree (project_id, lower(name));

create table svn_revision (
  repository_id bigint not null,
  revision bigint not null,
  author text,
  author_id bigint,
  committed_at timestamp with time zone,
  message text not null,
  changes jsonb not null,
  change_count integer not null,
  constraint svn_revision_pkey PRIMARY KEY (repository_id, revision),
  constraint svn_revision_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint svn_revision_repository_id_fkey FOREIGN KEY (repository_id) REFERENCES svn_repository(id) ON DELETE CASCADE
);

create table svn_revision_reference (
  repository_id bigint not null,
  revision bigint not null,
  artifact_id bigint not null,
  keyword text not null,
  constraint svn_revision_reference_pkey PRIMARY KEY (repository_id, revision, artifact_id, keyword),
  constraint svn_revision_reference_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint svn_revision_reference_repository_id_revision_fkey FOREIGN KEY (repository_id, revision) REFERENCES svn_revision(repository_id, revision) ON DELETE CASCADE
);
CREATE INDEX svn_revision_reference_artifact ON public.svn_revision_reference USING btree (artifact_id);

create table system_event (
  id bigint generated always as identity not null,
  type text not null,
  status text not null,
  owner text not null,
  log text default ''::text not null,
  at timestamp with time zone default now() not null,
  constraint system_event_pkey PRIMARY KEY (id),
  constraint system_event_status_check CHECK ((status = ANY (ARRAY['new'::text, 'running'::text, 'done'::text, 'warning'::text, 'error'::text])))
);

create table temporary_chunk (
  file_id bigint not null,
  ordinal integer not null,
  content bytea not null,
  constraint temporary_chunk_pkey PRIMARY KEY (file_id, ordinal),
  constraint temporary_chunk_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE
);

create table token (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint token_pkey PRIMARY KEY (token_hash),
  constraint token_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX token_expiry ON public.token USING btree (expires_at);
CREATE INDEX token_user ON public.token USING btree (user_id);

create table top_backlog_item (
  artifact_id bigint not null,
  project_id bigint not null,
  constraint top_backlog_item_pkey PRIMARY KEY (artifact_id),
  constraint top_backlog_item_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint top_backlog_item_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE INDEX top_backlog_item_project ON public.top_backlog_item USING btree (project_id);

create table tracker (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  name text not null,
  item_name text not null,
  description text default ''::text not null,
  color text default 'inca-silver'::text not null,
  parent_id bigint,
  submit_instructions text default ''::text not null,
  browse_instructions text default ''::text not null,
  instantiate_for_new_projects boolean default false not null,
  allow_copy boolean default true not null,
  enable_email_gateway boolean default false not null,
  log_priority_changes boolean default false not null,
  notifications_level smallint default 0 not null,
  is_displayed_in_new_dropdown boolean default false not null,
  use_private_comments boolean default true not null,
  enable_move_artifacts boolean default true not null,
  should_send_event_in_notification boolean default false not null,
  deleted_at timestamp with time zone,
  version bigint default 1 not null,
  constraint tracker_pkey PRIMARY KEY (id),
  constraint tracker_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES tracker(id) ON DELETE SET NULL,
  constraint tracker_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tracker_item_name ON public.tracker USING btree (project_id, lower(item_name)) WHERE (deleted_at IS NULL);
CREATE INDEX tracker_keyword ON public.tracker USING btree (lower(item_name)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX tracker_name ON public.tracker USING btree (project_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX tracker_parent ON public.tracker USING btree (parent_id) WHERE (parent_id IS NOT NULL);

create table tracker_counter (
  tracker_id bigint not null,
  artifact_count bigint default 0 not null,
  last_number bigint default 0 not null,
  constraint tracker_counter_pkey PRIMARY KEY (tracker_id),
  constraint tracker_counter_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);

create table tracker_definition_version (
  tracker_id bigint not null,
  number integer not null,
  user_id bigint,
  at timestamp with time zone default now() not null,
  changes json default '[]'::json not null,
  etag text,
  definition json,
  constraint tracker_definition_version_pkey PRIMARY KEY (tracker_id, number),
  constraint tracker_definition_version_check CHECK (((etag IS NULL) = (definition IS NULL))),
  constraint tracker_definition_version_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);

create table tracker_notification (
  id bigint generated always as identity not null,
  tracker_id bigint not null,
  rank integer not null,
  is_for_updates boolean default true not null,
  emails text[] default '{}'::text[] not null,
  user_ids bigint[] default '{}'::bigint[] not null,
  user_group_ids bigint[] default '{}'::bigint[] not null,
  constraint tracker_notification_pkey PRIMARY KEY (id),
  constraint tracker_notification_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX tracker_notification_tracker ON public.tracker_notification USING btree (tracker_id, rank);

create table tracker_permission (
  tracker_id bigint not null,
  user_group_id bigint not null,
  permission text not null,
  constraint tracker_permission_pkey PRIMARY KEY (tracker_id, user_group_id, permission),
  constraint tracker_permission_permission_check CHECK ((permission = ANY (ARRAY['full'::text, 'assignee'::text, 'submitter'::text, 'submitter_only'::text, 'admin'::text]))),
  constraint tracker_permission_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);

create table tracker_webhook (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  url text not null,
  constraint tracker_webhook_pkey PRIMARY KEY (id),
  constraint tracker_webhook_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX tracker_webhook_tracker ON public.tracker_webhook USING btree (tracker_id);

create table tracker_webhook_delivery (
  id bigint generated always as identity not null,
  tracker_id bigint not null,
  webhook_id bigint,
  url text not null,
  artifact_id bigint not null,
  changeset_id bigint not null,
  action text not null,
  sent_on timestamp with time zone,
  duration_ms integer,
  status integer,
  error text,
  constraint tracker_webhook_delivery_pkey PRIMARY KEY (id),
  constraint tracker_webhook_delivery_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text]))),
  constraint tracker_webhook_delivery_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE,
  constraint tracker_webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES tracker_webhook(id) ON DELETE SET NULL
);
CREATE INDEX tracker_webhook_delivery_pending ON public.tracker_webhook_delivery USING btree (webhook_id, id) WHERE (duration_ms IS NULL);
CREATE INDEX tracker_webhook_delivery_tracker ON public.tracker_webhook_delivery USING btree (tracker_id, id);

create table trashed_artifact (
  artifact_id bigint not null,
  project_id bigint not null,
  tracker_id bigint not null,
  number bigint not null,
  changeset_id bigint not null,
  changeset_count integer not null,
  title text,
  deleted_by bigint not null,
  deleted_at timestamp with time zone not null,
  purge_on timestamp with time zone not null,
  access jsonb not null,
  rows jsonb not null,
  constraint trashed_artifact_pkey PRIMARY KEY (artifact_id)
);
CREATE INDEX trashed_artifact_project ON public.trashed_artifact USING btree (project_id);
CREATE INDEX trashed_artifact_purge ON public.trashed_artifact USING btree (purge_on);
CREATE INDEX trashed_artifact_tracker ON public.trashed_artifact USING btree (tracker_id, deleted_at);

create table trashed_changeset (
  id bigint not null,
  artifact_id bigint not null,
  "row" jsonb not null,
  constraint trashed_changeset_pkey PRIMARY KEY (id),
  constraint trashed_changeset_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES trashed_artifact(artifact_id) ON DELETE CASCADE
);
CREATE INDEX trashed_changeset_artifact ON public.trashed_changeset USING btree (artifact_id);

create table user_dashboard (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  constraint user_dashboard_pkey PRIMARY KEY (id),
  constraint user_dashboard_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_dashboard_name ON public.user_dashboard USING btree (user_id, name);

create table user_group (
  id bigint generated always as identity (start 101 increment 1) not null,
  project_id bigint not null,
  name text not null,
  description text default ''::text not null,
  deleted_at timestamp with time zone,
  constraint user_group_pkey PRIMARY KEY (id),
  constraint user_group_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_group_name ON public.user_group USING btree (project_id, lower(name)) WHERE (deleted_at IS NULL);

create table user_group_member (
  user_group_id bigint not null,
  user_id bigint not null,
  constraint user_group_member_pkey PRIMARY KEY (user_group_id, user_id),
  constraint user_group_member_user_group_id_fkey FOREIGN KEY (user_group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  constraint user_group_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_group_member_user ON public.user_group_member USING btree (user_id);

create table user_preference (
  user_id bigint not null,
  key text not null,
  value text not null,
  constraint user_preference_pkey PRIMARY KEY (user_id, key),
  constraint user_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id bigint generated by default as identity (start 101 increment 1) not null,
  login text not null,
  real_name text default ''::text not null,
  email text default ''::text not null,
  ldap_id text default ''::text not null,
  status character(1) not null,
  password_hash text,
  password_changed_at timestamp with time zone,
  language text default 'en_US'::text not null,
  timezone text,
  wants_site_mail boolean default false not null,
  ssh_keys text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  last_access_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_status_check CHECK ((status = ANY (ARRAY['A'::bpchar, 'R'::bpchar, 'S'::bpchar, 'D'::bpchar, 'P'::bpchar, 'V'::bpchar, 'W'::bpchar])))
);
CREATE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_ldap_id ON public.users USING btree (ldap_id) WHERE (ldap_id <> ''::text);
CREATE UNIQUE INDEX users_login ON public.users USING btree (lower(login));
CREATE INDEX users_name_search ON public.users USING gin (lower(((login || ' '::text) || real_name)) gin_trgm_ops);

create table visited_artifact (
  user_id bigint not null,
  artifact_id bigint not null,
  visited_at timestamp with time zone not null,
  constraint visited_artifact_pkey PRIMARY KEY (user_id, artifact_id),
  constraint visited_artifact_artifact_id_fkey FOREIGN KEY (artifact_id) REFERENCES artifact(id) ON DELETE CASCADE,
  constraint visited_artifact_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX visited_artifact_artifact ON public.visited_artifact USING btree (artifact_id);

create table webhook (
  id bigint generated always as identity not null,
  scope text not null,
  project_id bigint,
  tracker_id bigint,
  url text not null,
  kinds text[] not null,
  tql text,
  include text not null,
  owner_id bigint not null,
  secret bytea not null,
  former_secret bytea,
  former_until timestamp with time zone,
  state text default 'active'::text not null,
  paused_because text,
  failed_lanes text[] default '{}'::text[] not null,
  failures integer default 0 not null,
  failed_since timestamp with time zone,
  next_attempt timestamp with time zone,
  last_success timestamp with time zone,
  lost_from timestamp with time zone,
  lost_to timestamp with time zone,
  warned_at timestamp with time zone,
  cursor text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_check CHECK (((scope = 'site'::text) = (project_id IS NULL))),
  constraint webhook_check1 CHECK (((scope = 'tracker'::text) = (tracker_id IS NOT NULL))),
  constraint webhook_check2 CHECK (((state = 'paused'::text) = (paused_because IS NOT NULL))),
  constraint webhook_include_check CHECK ((include = ANY (ARRAY['none'::text, 'values'::text, 'full'::text]))),
  constraint webhook_paused_because_check CHECK ((paused_because = ANY (ARRAY['request'::text, 'owner'::text, 'failures'::text, 'gone'::text, 'retention'::text]))),
  constraint webhook_scope_check CHECK ((scope = ANY (ARRAY['site'::text, 'project'::text, 'tracker'::text]))),
  constraint webhook_state_check CHECK ((state = ANY (ARRAY['active'::text, 'failing'::text, 'paused'::text]))),
  constraint webhook_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint webhook_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX webhook_project ON public.webhook USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX webhook_tracker ON public.webhook USING btree (tracker_id) WHERE (tracker_id IS NOT NULL);

create table webhook_delivery (
  id bigint generated always as identity not null,
  webhook_id bigint not null,
  message_id text not null,
  event jsonb,
  kind text not null,
  lane text not null,
  "position" bigint not null,
  artifact_id bigint,
  changeset_id bigint,
  state text not null,
  next_attempt timestamp with time zone,
  lease_until timestamp with time zone,
  failures integer default 0 not null,
  refused_since timestamp with time zone,
  change jsonb,
  body text,
  has_artifact boolean default false not null,
  headers jsonb,
  attempts jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'skipped'::text]))),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at) WHERE (state = ANY (ARRAY['done'::text, 'skipped'::text]));
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook_id, next_attempt) WHERE ((state = 'waiting'::text) AND (next_attempt IS NOT NULL));
CREATE INDEX webhook_delivery_lane ON public.webhook_delivery USING btree (webhook_id, lane, "position", id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX webhook_delivery_lease ON public.webhook_delivery USING btree (lease_until) WHERE (state = 'running'::text);
CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (webhook_id, id);

create table webhook_replay (
  id bigint generated always as identity not null,
  webhook_id bigint not null,
  cursor text not null,
  last text not null,
  since timestamp with time zone,
  until timestamp with time zone,
  artifact_ids bigint[],
  created_at timestamp with time zone not null,
  constraint webhook_replay_pkey PRIMARY KEY (id),
  constraint webhook_replay_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
CREATE INDEX webhook_replay_webhook ON public.webhook_replay USING btree (webhook_id);

create table workflow (
  tracker_id bigint not null,
  field_id bigint not null,
  is_used boolean default true not null,
  is_legacy boolean default false not null,
  is_advanced boolean default false not null,
  constraint workflow_pkey PRIMARY KEY (tracker_id),
  constraint workflow_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint workflow_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);

create table workflow_action (
  id bigint generated by default as identity not null,
  transition_id bigint not null,
  type text not null,
  definition jsonb not null,
  constraint workflow_action_pkey PRIMARY KEY (id),
  constraint workflow_action_transition_id_fkey FOREIGN KEY (transition_id) REFERENCES workflow_transition(id) ON DELETE CASCADE
);
CREATE INDEX workflow_action_transition ON public.workflow_action USING btree (transition_id);

create table workflow_transition (
  id bigint generated by default as identity not null,
  tracker_id bigint not null,
  from_value_id bigint,
  to_value_id bigint not null,
  authorized_user_group_ids bigint[] default '{3}'::bigint[] not null,
  not_empty_field_ids bigint[] default '{}'::bigint[] not null,
  is_comment_required boolean default false not null,
  constraint workflow_transition_pkey PRIMARY KEY (id),
  constraint workflow_transition_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES workflow(tracker_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX workflow_transition_pair ON public.workflow_transition USING btree (tracker_id, COALESCE(from_value_id, (0)::bigint), to_value_id);

create table workflow_trigger (
  id bigint generated by default as identity not null,
  target_tracker_id bigint not null,
  target_field_id bigint not null,
  target_value_id bigint not null,
  condition text not null,
  direction text default 'up'::text not null,
  constraint workflow_trigger_pkey PRIMARY KEY (id),
  constraint workflow_trigger_condition_check CHECK ((condition = ANY (ARRAY['at_least_one'::text, 'all_of'::text]))),
  constraint workflow_trigger_direction_check CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint workflow_trigger_target_field_id_fkey FOREIGN KEY (target_field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint workflow_trigger_target_tracker_id_fkey FOREIGN KEY (target_tracker_id) REFERENCES tracker(id) ON DELETE CASCADE
);
CREATE INDEX workflow_trigger_target ON public.workflow_trigger USING btree (target_tracker_id);

create table workflow_trigger_source (
  trigger_id bigint not null,
  tracker_id bigint not null,
  field_id bigint not null,
  value_id bigint not null,
  constraint workflow_trigger_source_pkey PRIMARY KEY (trigger_id, field_id, value_id),
  constraint workflow_trigger_source_field_id_fkey FOREIGN KEY (field_id) REFERENCES form_element(id) ON DELETE CASCADE,
  constraint workflow_trigger_source_tracker_id_fkey FOREIGN KEY (tracker_id) REFERENCES tracker(id) ON DELETE CASCADE,
  constraint workflow_trigger_source_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES workflow_trigger(id) ON DELETE CASCADE
);
CREATE INDEX workflow_trigger_source_tracker ON public.workflow_trigger_source USING btree (tracker_id);

create table wrong_code (
  user_id bigint not null,
  count integer not null,
  window_began_at timestamp with time zone not null,
  constraint wrong_code_pkey PRIMARY KEY (user_id),
  constraint wrong_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
