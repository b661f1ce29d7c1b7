-- What data that replaced other data needs, because both numbered their change sets on their own since they diverged.

-- Numbers of change sets that replaced data of this scenario has given to other change sets than this log.
ALTER TABLE "changelog" ADD "reused" int8multirange NOT NULL DEFAULT '{}';
