-- Where users have signed in from: keyed hashes of name and network (see src/auth/credentials/known-places.ts).
-- There they are not held up by what others guess at the same address.

CREATE TABLE "signinplace" (
  "place" text PRIMARY KEY,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "seen" timestamptz NOT NULL
);
CREATE INDEX "signinplace_user_idx" ON "signinplace" ("user");
CREATE INDEX "signinplace_seen_idx" ON "signinplace" ("seen");
