-- The largest number that a plan has given to a proposed order as its reference, or has found in use. It only rises, so that no
-- reference is given to another order again, whatever has become of the first one.
CREATE TABLE "planreference" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "last" bigint NOT NULL
);
INSERT INTO "planreference" ("last") VALUES (0);
