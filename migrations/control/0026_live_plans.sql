-- The live plans that servers hold in memory, as each server has reported them. Rows of servers that report no more are
-- ignored, and deleted by the others.
CREATE UNLOGGED TABLE "live_plan" (
  -- A number that each server draws when it starts.
  "server" uuid NOT NULL,
  "pid" integer NOT NULL,
  "host" text NOT NULL,
  "scenario" text COLLATE "C" NOT NULL,
  "started" timestamptz NOT NULL,
  -- Questions that wait or are being answered, and those answered since the start.
  "questions" integer NOT NULL,
  "answered" bigint NOT NULL,
  -- Bytes; 0 before the first answer.
  "memory" bigint NOT NULL,
  "reported" timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("server", "pid")
);
