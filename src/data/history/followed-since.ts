/** Finds the change set in which a user began to follow a record. */
import { qualified } from '../../database/identifiers.ts'

/**
 * Returns SQL of the change set after which changes are news for the follower `f` of a scenario: what a promote has
 * stored, or the change set in which the follower was added; 0 if the log no longer contains it.
 */
export const followedSinceSql = (scenario: string): string => `coalesce(f."since", (
  SELECT max(a."changeset") FROM ${qualified(scenario, 'change')} a
  WHERE a."entity" = 'common.follower' AND a."last_key" IS NULL AND a."key" = f."id"::text AND a."action" = 'add'), 0)`
