-- What the schema control has to store after a transaction of this scenario, if that schema is on another server
-- (src/data/control-work.ts). Empty otherwise.
CREATE TABLE "controlwork" (
  "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "kind" text NOT NULL,
  "content" json NOT NULL
);
