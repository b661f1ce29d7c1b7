-- What data that replaced other data needs, because both numbered their change sets on their own since they diverged.

-- Numbers of change sets that replaced data of this scenario has given to other change sets than this log.
ALTER TABLE "changelog" ADD "reused" int8multirange NOT NULL DEFAULT '{}';

-- Change set after which changes of the record are news for the follower, if the log does not say when following began:
-- a promote keeps the followers of production, and takes the log of the scenario.
ALTER TABLE "follower" ADD "since" bigint;
