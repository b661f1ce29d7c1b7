-- The exceptions of the plan that is stored, and of which plan they are: they are found once per plan, when somebody asks first.
CREATE TABLE "planexception" (
  "id" text COLLATE "C" PRIMARY KEY,
  "rank" integer NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "subject" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C",
  "item" text COLLATE "C",
  "location" text COLLATE "C",
  "customer" text COLLATE "C",
  "supplier" text COLLATE "C",
  "cause" text COLLATE "C",
  "bottleneck" text COLLATE "C",
  "startdate" timestamp,
  "enddate" timestamp,
  "quantity" double precision,
  "days" double precision,
  "effect" double precision NOT NULL,
  "value" double precision NOT NULL,
  "count" integer NOT NULL,
  "description" text COLLATE "C"
);
CREATE TABLE "exceptionplan" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "changeset" bigint NOT NULL
);
