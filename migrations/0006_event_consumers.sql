-- Where each consumer of the event log is.

create table event_consumer (
  name text primary key,
  -- Transaction and sequence number of the last event that was handled.
  cursor text not null,
  -- How often in a row the next event could not be handled.
  failures integer not null default 0,
  retry_at timestamptz
);
