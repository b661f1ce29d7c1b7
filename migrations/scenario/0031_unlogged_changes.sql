-- Numbers of records that transactions have changed which may not write the change log, such as those of SQL files
-- (src/data/write/log/unlogged-changes.ts). A row exists from just before the commit until its change set is stored.
CREATE TABLE "unlogged" (
  "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Transaction number in the database server of the scenario.
  "transaction" xid8 NOT NULL,
  "content" json NOT NULL
);
