-- The account log contains every change of rights, by whatever way it is made. The setting planning.actor is the number
-- of the user who makes it, for the transaction; it is not set by the service itself and the command line.
CREATE FUNCTION "log_account"("event" text, "user" bigint, "username" text, "details" jsonb) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO "securityevent" ("event", "user", "username", "actor", "actor_name", "details")
  SELECT $1, $2, $3, a."id", (SELECT u."username" FROM "user" u WHERE u."id" = a."id"), $4
  FROM (SELECT nullif(current_setting('planning.actor', true), '')::bigint AS "id") a
$$;

CREATE OR REPLACE FUNCTION "log_password_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "log_account"('password_changed', NEW."id", NEW."username", NULL);
  RETURN NULL;
END $$;

CREATE FUNCTION "log_user"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM "log_account"('user_added', NEW."id", NEW."username", NULL);
  ELSE PERFORM "log_account"('user_removed', OLD."id", OLD."username", NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "user_logged" AFTER INSERT OR DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION "log_user"();

-- One event per user and scenario of a statement. Rights that end with their user are not listed.
CREATE FUNCTION "log_rights"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "log_account"(TG_ARGV[0], c."user", c."username",
    jsonb_build_object('scenario', c."scenario", 'rights', c."rights"))
  FROM (
    SELECT u."id" AS "user", u."username", j."row"->>'scenario' AS "scenario", jsonb_agg(CASE TG_TABLE_NAME
        WHEN 'membership' THEN CASE WHEN (j."row"->>'is_superuser')::boolean THEN 'superuser' ELSE 'member' END
        WHEN 'membershipgroup' THEN coalesce(g."name", j."row"->>'group')
        ELSE j."row"->>'permission' END ORDER BY g."name", j."row"->>'permission') AS "rights"
    FROM (SELECT to_jsonb(changed) AS "row" FROM changed) j
    JOIN "user" u ON u."id" = (j."row"->>'user')::bigint
    LEFT JOIN "group" g ON g."id" = (j."row"->>'group')::bigint
    WHERE TG_TABLE_NAME <> 'membership' OR (j."row"->>'is_active')::boolean
    GROUP BY u."id", u."username", j."row"->>'scenario'
  ) c;
  RETURN NULL;
END $$;

-- A membership that was switched on or off, or made or no longer that of a superuser.
CREATE FUNCTION "log_membership"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW."is_active" AND (NOT OLD."is_active" OR NEW."is_superuser" > OLD."is_superuser") THEN
    PERFORM "log_account"('rights_granted', u."id", u."username", jsonb_build_object('scenario', NEW."scenario",
      'rights', jsonb_build_array(CASE WHEN NEW."is_superuser" THEN 'superuser' ELSE 'member' END)))
    FROM "user" u WHERE u."id" = NEW."user";
  ELSIF OLD."is_active" AND (NOT NEW."is_active" OR NEW."is_superuser" < OLD."is_superuser") THEN
    PERFORM "log_account"('rights_revoked', u."id", u."username", jsonb_build_object('scenario', NEW."scenario",
      'rights', jsonb_build_array(CASE WHEN OLD."is_superuser" THEN 'superuser' ELSE 'member' END)))
    FROM "user" u WHERE u."id" = NEW."user";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "membership_logged" AFTER UPDATE OF "is_active", "is_superuser" ON "membership"
  FOR EACH ROW EXECUTE FUNCTION "log_membership"();

CREATE TRIGGER "membership_granted" AFTER INSERT ON "membership" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_granted');
CREATE TRIGGER "membership_revoked" AFTER DELETE ON "membership" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_revoked');
CREATE TRIGGER "membershipgroup_granted" AFTER INSERT ON "membershipgroup" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_granted');
CREATE TRIGGER "membershipgroup_revoked" AFTER DELETE ON "membershipgroup" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_revoked');
CREATE TRIGGER "membershippermission_granted" AFTER INSERT ON "membershippermission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_granted');
CREATE TRIGGER "membershippermission_revoked" AFTER DELETE ON "membershippermission" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_rights"('rights_revoked');

CREATE FUNCTION "log_group_rights"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "log_account"(TG_ARGV[0], NULL, NULL, jsonb_build_object('group', g."name", 'rights', c."rights"))
  FROM (SELECT p."group", jsonb_agg(p."permission" ORDER BY p."permission") AS "rights" FROM changed p GROUP BY p."group") c
  JOIN "group" g ON g."id" = c."group";
  RETURN NULL;
END $$;
CREATE TRIGGER "grouppermission_granted" AFTER INSERT ON "grouppermission" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_group_rights"('group_rights_granted');
CREATE TRIGGER "grouppermission_revoked" AFTER DELETE ON "grouppermission" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "log_group_rights"('group_rights_revoked');
