-- Whom comments mention: users who may see the record, found when the comment was written.
CREATE TABLE "mention" (
  "comment" bigint NOT NULL,
  "user" bigint NOT NULL,
  PRIMARY KEY ("user", "comment")
);
