-- Who users are elsewhere: the subject of an identity provider (see src/auth/sign-on).

CREATE TABLE "externalidentity" (
  "provider" text NOT NULL,
  "subject" text NOT NULL,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "created" timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT "externalidentity_pkey" PRIMARY KEY ("provider", "subject")
);
CREATE INDEX "externalidentity_user_idx" ON "externalidentity" ("user");
