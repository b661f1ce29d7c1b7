-- Who may do what: memberships of scenarios, groups, rights, sessions. The migration runner sets the schema.
-- Case is ignored with an ICU collation, since lower() of collation "C" folds only ASCII.

CREATE UNIQUE INDEX "user_username_folded_key" ON "user" (lower("username" COLLATE "und-x-icu"));
CREATE UNIQUE INDEX "user_email_folded_key" ON "user" (lower("email" COLLATE "und-x-icu"));

-- Standing of a user in one scenario. No row means no access.
CREATE TABLE "membership" (
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "scenario" text COLLATE "C" NOT NULL REFERENCES "scenario" ("name") ON UPDATE CASCADE ON DELETE CASCADE,
  "is_active" boolean NOT NULL DEFAULT true,
  "is_superuser" boolean NOT NULL DEFAULT false,
  "horizonbuckets" text COLLATE "C",
  "horizonstart" timestamp,
  "horizonend" timestamp,
  "horizontype" boolean NOT NULL DEFAULT true,
  "horizonlength" integer DEFAULT 6,
  "horizonbefore" integer DEFAULT 0,
  "horizonunit" text COLLATE "C" DEFAULT 'month',
  CONSTRAINT "membership_pkey" PRIMARY KEY ("user", "scenario")
);
CREATE INDEX "membership_scenario_idx" ON "membership" ("scenario");

CREATE TABLE "membershipgroup" (
  "user" bigint NOT NULL,
  "scenario" text COLLATE "C" NOT NULL,
  "group" bigint NOT NULL REFERENCES "group" ("id") ON DELETE CASCADE,
  CONSTRAINT "membershipgroup_pkey" PRIMARY KEY ("user", "scenario", "group"),
  CONSTRAINT "membershipgroup_membership_fkey" FOREIGN KEY ("user", "scenario")
    REFERENCES "membership" ("user", "scenario") ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "membershipgroup_group_idx" ON "membershipgroup" ("group");

-- Rights given to a user directly.
CREATE TABLE "membershippermission" (
  "user" bigint NOT NULL,
  "scenario" text COLLATE "C" NOT NULL,
  "permission" text COLLATE "C" NOT NULL,
  CONSTRAINT "membershippermission_pkey" PRIMARY KEY ("user", "scenario", "permission"),
  CONSTRAINT "membershippermission_membership_fkey" FOREIGN KEY ("user", "scenario")
    REFERENCES "membership" ("user", "scenario") ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE "grouppermission" (
  "group" bigint NOT NULL REFERENCES "group" ("id") ON DELETE CASCADE,
  "permission" text COLLATE "C" NOT NULL,
  CONSTRAINT "grouppermission_pkey" PRIMARY KEY ("group", "permission")
);

-- The id is the SHA-256 of the cookie's value: reading this table lets nobody in.
CREATE TABLE "session" (
  "id" text COLLATE "C" PRIMARY KEY,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "created" timestamptz NOT NULL,
  "last_seen" timestamptz NOT NULL,
  "expires" timestamptz NOT NULL,
  "address" text,
  "user_agent" text
);
CREATE INDEX "session_user_idx" ON "session" ("user");
CREATE INDEX "session_expires_idx" ON "session" ("expires");

-- First answers to requests with an Idempotency-Key, replayed for a day. While the first request runs it has
-- no status yet.
CREATE TABLE "idempotency" (
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "request" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "request_hash" text COLLATE "C" NOT NULL,
  "status" integer,
  "headers" jsonb,
  "body" bytea,
  "created" timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT "idempotency_pkey" PRIMARY KEY ("user", "request", "key")
);
COMMENT ON COLUMN "idempotency"."request" IS 'Method and path, such as POST /api/input/demand/';
CREATE INDEX "idempotency_created_idx" ON "idempotency" ("created");

-- Every process keeps principals in memory and drops them on a notification. Triggers send it, so that no way
-- of changing rights can forget to. Payloads: user:<id>, session:<id>, or all (memberships and groups at large).

CREATE FUNCTION "notify_user_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'user:' || OLD."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "user_changed" AFTER DELETE OR UPDATE OF "username", "email", "password", "language" ON "user"
  FOR EACH ROW EXECUTE FUNCTION "notify_user_changed"();

CREATE FUNCTION "notify_owner_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'user:' || coalesce(NEW."user", OLD."user"));
  RETURN NULL;
END $$;
CREATE TRIGGER "membership_changed"
  AFTER INSERT OR DELETE OR UPDATE OF "user", "scenario", "is_active", "is_superuser" ON "membership"
  FOR EACH ROW EXECUTE FUNCTION "notify_owner_changed"();
CREATE TRIGGER "membershipgroup_changed" AFTER INSERT OR DELETE OR UPDATE ON "membershipgroup"
  FOR EACH ROW EXECUTE FUNCTION "notify_owner_changed"();
CREATE TRIGGER "membershippermission_changed" AFTER INSERT OR DELETE OR UPDATE ON "membershippermission"
  FOR EACH ROW EXECUTE FUNCTION "notify_owner_changed"();
CREATE TRIGGER "apikey_changed" AFTER DELETE OR UPDATE ON "apikey"
  FOR EACH ROW EXECUTE FUNCTION "notify_owner_changed"();

CREATE FUNCTION "notify_session_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'session:' || OLD."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "session_ended" AFTER DELETE ON "session"
  FOR EACH ROW WHEN (OLD."expires" > now()) EXECUTE FUNCTION "notify_session_ended"();

CREATE FUNCTION "notify_access_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'all');
  RETURN NULL;
END $$;
CREATE TRIGGER "grouppermission_changed" AFTER INSERT OR DELETE OR UPDATE ON "grouppermission"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "scenario_changed" AFTER INSERT OR DELETE OR UPDATE OF "name", "status" ON "scenario"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
-- TRUNCATE (flush) fires no row triggers.
CREATE TRIGGER "user_emptied" AFTER TRUNCATE ON "user"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "membership_emptied" AFTER TRUNCATE ON "membership"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "apikey_emptied" AFTER TRUNCATE ON "apikey"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "session_emptied" AFTER TRUNCATE ON "session"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();

-- A new password ends the sessions that were opened with the old one.
CREATE FUNCTION "end_sessions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "session" WHERE "user" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "user_password_changed" AFTER UPDATE OF "password" ON "user"
  FOR EACH ROW WHEN (NEW."password" IS DISTINCT FROM OLD."password") EXECUTE FUNCTION "end_sessions"();
