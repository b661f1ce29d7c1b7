/** Looks up the titles of the proposals that change sets applied. */
import { holds, type Principal } from '../auth/principal.ts'
import type { ControlDatabase } from '../database/database.ts'
import { isAuthor, viewRight } from './rights.ts'

/** Returns the number of the proposal that an origin of a change set names; undefined for other origins. */
function proposalOf(origin: string | null): number | undefined {
  const [, number] = /^proposal ([0-9]{1,15})$/.exec(origin ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** Returns a lookup of titles by the origin of a change set; null for proposals that the user may not see. */
export async function proposalTitles(
  database: ControlDatabase,
  { principal, scenario }: { readonly principal: Principal; readonly scenario: string },
  origins: readonly (string | null)[],
): Promise<(origin: string | null) => string | null> {
  const wanted = [...new Set(origins.map(proposalOf).filter((number) => number !== undefined))]
  if (wanted.length === 0) return () => null
  const { rows } = await database.query<{ id: number; title: string; author: number | null }>({
    text: `SELECT "id"::float8 AS "id", "title", "author"::float8 AS "author" FROM control."proposal"
      WHERE "scenario" = $1 AND "id" = ANY ($2::bigint[])`,
    values: [scenario, wanted],
  })
  const maySee = holds(principal, scenario, viewRight)
  const titles = new Map(
    rows.filter((proposal) => maySee || isAuthor(principal, proposal)).map(({ id, title }) => [id, title]),
  )
  return (origin) => titles.get(proposalOf(origin) ?? -1) ?? null
}
