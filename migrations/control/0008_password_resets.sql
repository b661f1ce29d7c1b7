-- Links by which users give themselves a new password. The token is in the link alone; here is its SHA-256.

CREATE TABLE "passwordreset" (
  "token" text COLLATE "C" PRIMARY KEY,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "created" timestamptz NOT NULL DEFAULT now(),
  "expires" timestamptz NOT NULL
);
CREATE INDEX "passwordreset_user_idx" ON "passwordreset" ("user");
