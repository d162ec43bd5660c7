-- How often callers asked in the current minute, counted by all processes. Worth nothing after two minutes, so a crash may forget it.
create unlogged table rate_window (
  caller text not null,
  minute bigint not null,
  used integer not null,
  primary key (caller, minute)
);
