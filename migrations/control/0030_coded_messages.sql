-- The message of a task as a code with parameters, so that each reader gets it in the own language
-- (src/errors/stored-message.ts); null if it is only a text, such as the summary of a task that is done.
ALTER TABLE "task" ADD "coded_message" json;
