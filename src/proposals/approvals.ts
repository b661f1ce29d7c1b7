/** Determines which proposals need an approval before they are applied, and by which groups. */
import type pg from 'pg'
import type { Model } from '../model/model.ts'
import type { EditSummary, Proposal } from './proposal.ts'

/** Name of a group by entity; `*` stands for all entities without a rule of their own. */
export type ApprovalRules = Readonly<Record<string, string>>

/** Returns the groups whose approval a proposal with these edits needs, sorted. */
export function neededGroups(
  model: Model,
  rules: ApprovalRules,
  summary: readonly Pick<EditSummary, 'entity'>[],
): readonly string[] {
  const groups = summary.flatMap(({ entity }) => {
    const own = Object.entries(rules).filter(([name]) => isSameTable(model, name, entity))
    return own.length > 0 ? own.map(([, group]) => group) : (rules['*'] ?? [])
  })
  return [...new Set(groups)].filter((group) => group !== '').toSorted()
}

/** Returns whether a rule for one entity applies to edits of the other: orders and their types share their records. */
function isSameTable(model: Model, one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [model.byName.get(one), model.byName.get(other)]
  return left?.view?.of === other || right?.view?.of === one
}

/** Returns the groups of a user in a scenario. */
export async function groupsOfUser(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  user: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT g."name" FROM control."membershipgroup" m JOIN control."group" g ON g."id" = m."group"
     WHERE m."user" = $1 AND m."scenario" = $2`,
    [user, scenario],
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns the groups that have not yet approved the current edits. Only approvals of users count who currently belong
 * to the group and are not the author; an approval from the command line of the machine counts for all groups.
 */
export async function missingApprovals(
  client: Pick<pg.ClientBase, 'query'>,
  model: Model,
  rules: ApprovalRules,
  { id, scenario, author, revision, summary }: Proposal,
): Promise<readonly string[]> {
  const needed = neededGroups(model, rules, summary)
  if (needed.length === 0) return []
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT DISTINCT g."name" FROM control."proposalevent" e
     LEFT JOIN control."membershipgroup" m ON m."user" = e."user" AND m."scenario" = $2
     LEFT JOIN control."group" g ON g."id" = m."group"
     WHERE e."proposal" = $1 AND e."kind" = 'approved' AND e."revision" = $3 AND e."user" IS DISTINCT FROM $4
       AND (e."user" IS NULL OR g."name" = ANY ($5))`,
    [id, scenario, revision, author, needed],
  )
  const given = new Set(rows.map(({ name }) => name))
  return given.has(null) ? [] : needed.filter((name) => !given.has(name))
}
