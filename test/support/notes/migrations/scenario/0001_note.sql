-- Notes of users.
CREATE TABLE "note" (
  "lastmodified" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "name" text COLLATE "C" NOT NULL,
  "user" bigint,
  CONSTRAINT "note_pkey" PRIMARY KEY ("name")
);
CREATE INDEX "note_user_idx" ON "note" ("user") WHERE "user" IS NOT NULL;
ALTER TABLE "note" ADD CONSTRAINT "note_user_fkey" FOREIGN KEY ("user") REFERENCES control."user" ("id") ON DELETE CASCADE DEFERRABLE;
