/** Reads proposals and their edits. */
import { datetimeIso } from '../data/record-sql.ts'
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { isUndone, undoneBy } from '../data/history/undo-state.ts'
import { isSameDatabase } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ProposalState } from '../model/proposals.ts'
import type { Proposal, ProposedEdit } from './proposal.ts'

type Row = Omit<Proposal, 'source' | 'summary'> & Record<'source' | 'summary', string>

const columnsOf = (
  state: 'state' | 'current',
): string => `p."id"::float8 AS "id", p."scenario", p."title", p."description", p."author"::float8 AS "author", p."${state}" AS "state",
  p."source"::text AS "source", ${datetimeIso('p."created"')} AS "created",
  ${datetimeIso('p."lastmodified"')} AS "lastmodified", p."edits", p."summary"::text AS "summary", p."reviewers", p."revision",
  p."changeset"::float8 AS "changeset"`

const parsed = ({ source, summary, ...row }: Row): Proposal =>
  Object.assign(row, { source: JSON.parse(source), summary: JSON.parse(summary) })

export interface ProposalFilter {
  readonly states: readonly ProposalState[]
  /** Id of the author; undefined for all authors. */
  readonly author: number | undefined
  /** Only proposals that edit records of this entity. */
  readonly entity: string | undefined
  /** Text that the title contains. */
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** Returns proposals of a scenario, newest first, and the number of all matching ones. */
export async function listProposals(
  { control, home, scenario, signal }: DataContext,
  { states, author, entity, search, limit, offset }: ProposalFilter,
): Promise<{ readonly count: number; readonly proposals: readonly Proposal[] }> {
  // Change sets are on the server of the scenario; only those of the first one belong to proposals.
  const state = isSameDatabase(control, home)
    ? `CASE WHEN p."state" = 'applied' AND ${undoneBy(scenario, 'p."changeset"')} IS NOT NULL THEN 'undone' ELSE p."state" END`
    : 'p."state"'
  // Joined to the count, so that a page behind the last proposal has one row too, without a proposal.
  const { rows } = await control.query<(Row | Record<keyof Row, null>) & { total: number }>(
    {
      text: `WITH found AS (
          SELECT p.*, n."current" FROM control."proposal" p CROSS JOIN LATERAL (SELECT ${state} AS "current") n
          WHERE p."scenario" = $1 AND n."current" = ANY ($2) AND ($3::bigint IS NULL OR p."author" = $3)
            AND ($4::text IS NULL OR EXISTS (
              SELECT FROM json_array_elements(p."summary") s WHERE s ->> 'entity' = $4))
            AND ($5::text = '' OR position(lower($5) IN lower(p."title")) > 0))
        SELECT n."total", page.* FROM (SELECT count(*)::float8 AS "total" FROM found) n
        LEFT JOIN (SELECT ${columnsOf('current')} FROM found p ORDER BY p."id" DESC LIMIT $6 OFFSET $7) page ON true
        ORDER BY page."id" DESC`,
      values: [scenario, states, author ?? null, entity ?? null, search, limit, offset],
    },
    { signal },
  )
  const proposals = rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [parsed(row)]))
  return { count: rows[0]?.total ?? 0, proposals }
}

/**
 * Returns the proposal with the id in the scenario.
 * @param lock whether to lock the proposal until the end of the transaction
 * @throws ServiceError `unknown_proposal`
 */
export async function readProposal(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  id: number,
  { lock }: { readonly lock: boolean } = { lock: false },
): Promise<Proposal> {
  const { rows } = await client.query<Row>(
    `SELECT ${columnsOf('state')} FROM control."proposal" p WHERE p."id" = $1 AND p."scenario" = $2${lock ? ' FOR UPDATE' : ''}`,
    [id, scenario],
  )
  if (rows[0] === undefined) throw new ServiceError('unknown_proposal', { id })
  const proposal = parsed(rows[0])
  const { state, changeset } = proposal
  const isBack = state === 'applied' && changeset !== null && (await isUndone(client, scenario, changeset))
  return isBack ? { ...proposal, state: 'undone' } : proposal
}

/** Edits of a proposal that were applied separately. */
export type ProposalPart = Pick<Proposal, 'changeset' | 'edits' | 'state'> & { readonly proposal: number }

/** Returns the parts of a proposal that were applied separately and still exist, oldest first. */
export async function readParts(
  client: Pick<pg.ClientBase, 'query'>,
  { scenario, source: { parts = [] } }: Proposal,
): Promise<readonly ProposalPart[]> {
  const found: ProposalPart[] = []
  for (const part of parts) {
    const { id, changeset, edits, state } = await readProposal(client, scenario, part)
    found.push({ proposal: id, changeset, edits, state })
  }
  return found
}

export interface EditPage {
  /** Only edits of these entities. */
  readonly entities?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
}

const plainColumns = `"number", "entity", "action", "key", "fields"::text AS "fields"`
const editColumns = `${plainColumns}, "base"::text AS "base"`

type EditRow = Omit<ProposedEdit, 'fields' | 'base'> & { fields: string; base: string | null }

const parsedEdit = ({ fields, base, ...row }: EditRow): ProposedEdit =>
  Object.assign(row, { fields: JSON.parse(fields), base: base === null ? null : JSON.parse(base) })

/** Returns a page of the edits of a proposal. */
export async function readEdits(
  client: Pick<pg.ClientBase, 'query'>,
  proposal: number,
  { entities, limit, offset }: EditPage,
): Promise<readonly ProposedEdit[]> {
  const { rows } = await client.query<EditRow>(
    `SELECT ${editColumns} FROM control."proposaledit"
     WHERE "proposal" = $1 AND ($2::text[] IS NULL OR "entity" = ANY ($2)) ORDER BY "number" LIMIT $3 OFFSET $4`,
    [proposal, entities ?? null, limit, offset],
  )
  return rows.map(parsedEdit)
}

/** Returns the edits of a proposal with these numbers, in their order. */
export async function readEditsByNumber(
  client: Pick<pg.ClientBase, 'query'>,
  proposal: number,
  numbers: readonly number[],
): Promise<readonly ProposedEdit[]> {
  const { rows } = await client.query<EditRow>(
    `SELECT ${editColumns} FROM control."proposaledit" WHERE "proposal" = $1 AND "number" = ANY ($2) ORDER BY "number"`,
    [proposal, numbers],
  )
  return rows.map(parsedEdit)
}

/** An edit without the values that it is based on. */
export type PlainEdit = Omit<ProposedEdit, 'base'>

/** Yields all edits of a proposal in their order, in chunks. */
export async function* editChunks(
  client: Pick<pg.ClientBase, 'query'>,
  proposal: number,
  size: number,
): AsyncGenerator<readonly PlainEdit[]> {
  for (let after = -1; ;) {
    const { rows } = await client.query<Omit<EditRow, 'base'>>(
      `SELECT ${plainColumns} FROM control."proposaledit" WHERE "proposal" = $1 AND "number" > $2
       ORDER BY "number" LIMIT $3`,
      [proposal, after, size],
    )
    if (rows.length > 0)
      yield rows.map(({ fields, ...row }): PlainEdit => Object.assign(row, { fields: JSON.parse(fields) }))
    if (rows.length < size) return
    after = rows.at(-1)!.number
  }
}
