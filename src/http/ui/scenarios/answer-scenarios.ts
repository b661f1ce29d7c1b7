/**
 * `GET /api/scenarios/`: the scenarios that the user may open, with what a screen of scenarios shows: where their data
 * came from, how much it is, who has access, when its plan was made. Free ones are listed for those who may copy.
 */
import { holds, isSuperuser, type Principal } from '../../../auth/principal.ts'
import { manageUsers } from '../../../auth/rights/permissions.ts'
import { productionScenario } from '../../../scenarios/scenario.ts'
import { lastPlanQuery } from '../../../planning/reports/last-plan.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import type { Database } from '../../../database/database.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import type { WordCall } from '../word-call.ts'

export async function answerScenarios({ exchange, principal }: WordCall): Promise<Answer> {
  const { database } = exchange.service
  const names = [...principal.scenarios.keys()]
  const copies =
    isSuperuser(principal, productionScenario) ||
    names.some((name) => holds(principal, name, 'common.copy_scenario'))
  const listed = (await listScenarios(database)).filter(
    ({ name, status }) => principal.scenarios.has(name) || (copies && status === 'Free'),
  )
  const administered = names.filter((name) => holds(principal, name, manageUsers))
  const [sizes, origins, plans, users] = await Promise.all([
    sizesOf(database, names),
    originsOf(database, names),
    plansOf(database, names),
    usersOf(database, administered),
  ])
  return jsonAnswer(
    200,
    listed.map(({ name, description, status }) => {
      const open = principal.scenarios.has(name)
      return {
        name,
        label: description ?? name,
        status,
        open,
        production: name === productionScenario,
        rights: rightsIn(principal, name),
        size: open ? (sizes.get(name) ?? 0) : null,
        origin: origins.get(name) ?? null,
        last_plan: plans.get(name) ?? null,
        users: users.get(name) ?? null,
      }
    }),
  )
}

function rightsIn(principal: Principal, name: string): Readonly<Record<string, boolean>> {
  const may = (right: string): boolean => !principal.readOnly && holds(principal, name, right)
  return {
    superuser: isSuperuser(principal, name),
    label: may('common.change_scenario'),
    copy: may('common.copy_scenario'),
    release: name !== productionScenario && may('common.release_scenario'),
    promote:
      name !== productionScenario &&
      may('common.promote_scenario') &&
      holds(principal, productionScenario, 'common.promote_scenario'),
  }
}

/** Bytes that tables and indexes take on the disk. */
async function sizesOf(database: Database, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; size: number }>({
    text: `SELECT n.nspname::text AS "name", coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS "size"
      FROM pg_catalog.pg_namespace n LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
      WHERE n.nspname = ANY ($1) GROUP BY n.nspname`,
    values: [names],
  })
  return new Map(rows.map(({ name, size }) => [name, size]))
}

interface Origin {
  readonly task: number
  readonly source: string | null
  readonly by: string | null
  readonly at: string
}

/** The last copy into each scenario, or promotion of one unless it was taken back, as tasks tell. */
async function originsOf(database: Database, names: readonly string[]): Promise<ReadonlyMap<string, Origin>> {
  const { rows } = await database.query<Origin & { name: string }>({
    text: `SELECT * FROM (
        SELECT DISTINCT ON (1) coalesce(t."parameters"->>'destination', 'default') AS "name", t."id" AS "task",
          coalesce(t."parameters"->>'source', t."scenario", 'default') AS "source", u."username" AS "by",
          to_char(t."finished", 'YYYY-MM-DD"T"HH24:MI:SS') AS "at", t."parameters"->'revert-promote' AS "revert"
        FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user"
        WHERE t."name" = 'scenario_copy' AND t."status" = 'Done' AND t."parameters"->'release' IS DISTINCT FROM 'true'
        ORDER BY 1, t."id" DESC
      ) last WHERE "name" = ANY ($1) AND "revert" IS DISTINCT FROM 'true'`,
    values: [names],
  })
  return new Map(rows.map(({ name, task, source, by, at }) => [name, { task, source, by, at }]))
}

interface LastPlan {
  readonly task: number
  readonly status: string
  readonly at: string
  readonly message: string | null
}

async function plansOf(database: Database, names: readonly string[]): Promise<ReadonlyMap<string, LastPlan>> {
  const { rows } = await database.query<LastPlan & { name: string }>({
    text: `SELECT "scenario" AS "name", "id" AS "task", "status", "message",
        to_char("finished", 'YYYY-MM-DD"T"HH24:MI:SS') AS "at"
      FROM (${lastPlanQuery('$1::text[]')}) AS last`,
    values: [names],
  })
  return new Map(rows.map(({ name, ...plan }) => [name, plan]))
}

/** Users who may open each scenario, for those who administer its users. */
async function usersOf(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly username: string; readonly superuser: boolean }[]>> {
  const { rows } = await database.query<{ name: string; username: string; superuser: boolean }>({
    text: `SELECT m."scenario" AS "name", u."username", m."is_superuser" AS "superuser"
      FROM control."membership" m JOIN control."user" u ON u."id" = m."user"
      WHERE m."is_active" AND m."scenario" = ANY ($1) ORDER BY m."scenario", u."username"`,
    values: [names],
  })
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, members]) => [
      name,
      members.map(({ username, superuser }) => ({ username, superuser })),
    ]),
  )
}
