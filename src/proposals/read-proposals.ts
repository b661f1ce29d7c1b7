/** Reads proposals and their edits. */
import { datetimeIso } from '../data/record-sql.ts'
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { undoneAmong, undoneBy } from '../data/history/undo-state.ts'
import { isSameDatabase } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ProposalState } from '../model/proposals.ts'
import type { Proposal, ProposedEdit } from './proposal.ts'

type Row = Omit<Proposal, 'source' | 'summary'> & Record<'source' | 'summary', string>

const columnsOf = (
  state: string,
): string => `p."id"::float8 AS "id", p."scenario", p."title", p."description", p."author"::float8 AS "author", ${state} AS "state",
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

interface StateSql {
  /** Stored states of proposals with the states. */
  readonly stored: readonly ProposalState[]
  /** SQL of the further condition that a proposal has one of the states. */
  readonly isAsked: string
  /** SQL of the state of such a proposal. */
  readonly current: string
}

/**
 * Returns SQL about the states of proposals. `undone` is not stored: it is computed of applied proposals, at a cost, so
 * only where it decides which proposals are returned, and otherwise for those that are returned.
 * @param undo SQL of the change set that undid that of the proposal; undefined if none does
 */
function stateSql(
  states: readonly ProposalState[],
  { undo }: { readonly undo: string | undefined },
): StateSql {
  const known = states.filter((state) => state !== 'undone')
  if (undo === undefined) return { stored: known, isAsked: 'true', current: 'p."state"' }
  const asksUndone = known.length < states.length
  const stored = asksUndone ? ([...known, 'applied'] as const) : known
  const isUndone = `p."state" = 'applied' AND ${undo} IS NOT NULL`
  const current = `CASE WHEN ${isUndone} THEN 'undone' ELSE p."state" END`
  if (asksUndone === known.includes('applied')) return { stored, isAsked: 'true', current }
  return asksUndone
    ? {
        stored,
        isAsked: `(p."state" <> 'applied' OR ${undo} IS NOT NULL)`,
        current: `CASE p."state" WHEN 'applied' THEN 'undone' ELSE p."state" END`,
      }
    : { stored, isAsked: `NOT (${isUndone})`, current: 'p."state"' }
}

/** Returns proposals of a scenario, newest first, and the number of all matching ones. */
export async function listProposals(
  { control, home, scenario, signal }: DataContext,
  { states, author, entity, search, limit, offset }: ProposalFilter,
): Promise<{ readonly count: number; readonly proposals: readonly Proposal[] }> {
  const { stored, isAsked, current } = stateSql(states, {
    // Change sets are on the server of the scenario; only those of the first one belong to proposals.
    undo: isSameDatabase(control, home) ? undoneBy(scenario, 'p."changeset"') : undefined,
  })
  // Joined to the count, so that a page behind the last proposal has one row too, without a proposal.
  const { rows } = await control.query<(Row | Record<keyof Row, null>) & { total: number }>(
    {
      text: `WITH found AS (
          SELECT p.* FROM control."proposal" p
          WHERE p."scenario" = $1 AND p."state" = ANY ($2) AND ($3::bigint IS NULL OR p."author" = $3)
            AND ($4::text IS NULL OR EXISTS (
              SELECT FROM json_array_elements(p."summary") s WHERE s ->> 'entity' = $4))
            AND ($5::text = '' OR position(lower($5) IN lower(p."title")) > 0) AND ${isAsked})
        SELECT n."total", page.* FROM (SELECT count(*)::float8 AS "total" FROM found) n
        LEFT JOIN (
          SELECT ${columnsOf(current)} FROM (SELECT * FROM found ORDER BY "id" DESC LIMIT $6 OFFSET $7) p) page ON true
        ORDER BY page."id" DESC`,
      values: [scenario, stored, author ?? null, entity ?? null, search, limit, offset],
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
    `SELECT ${columnsOf('p."state"')} FROM control."proposal" p WHERE p."id" = $1 AND p."scenario" = $2${lock ? ' FOR UPDATE' : ''}`,
    [id, scenario],
  )
  if (rows[0] === undefined) throw new ServiceError('unknown_proposal', { id })
  const [proposal] = await withUndone(client, scenario, [parsed(rows[0])])
  return proposal!
}

/** Returns the proposals with the state `undone` for those whose change set is undone. */
async function withUndone(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  proposals: readonly Proposal[],
): Promise<readonly Proposal[]> {
  const changesets = proposals.flatMap(({ state, changeset }) =>
    state === 'applied' && changeset !== null ? [changeset] : [],
  )
  const undone = await undoneAmong(client, scenario, changesets)
  return proposals.map((proposal): Proposal => {
    const { state, changeset } = proposal
    const isBack = state === 'applied' && changeset !== null && undone.has(changeset)
    return isBack ? { ...proposal, state: 'undone' } : proposal
  })
}

/** Edits of a proposal that were applied separately. */
export type ProposalPart = Pick<Proposal, 'changeset' | 'edits' | 'state'> & { readonly proposal: number }

/** Returns the parts of a proposal that were applied separately and still exist, oldest first. */
export async function readParts(
  client: Pick<pg.ClientBase, 'query'>,
  { scenario, source: { parts = [] } }: Proposal,
): Promise<readonly ProposalPart[]> {
  if (parts.length === 0) return []
  const { rows } = await client.query<Row>(
    `SELECT ${columnsOf('p."state"')} FROM control."proposal" p WHERE p."id" = ANY ($1) AND p."scenario" = $2 ORDER BY p."id"`,
    [parts, scenario],
  )
  const found = await withUndone(client, scenario, rows.map(parsed))
  return found.map(({ id, changeset, edits, state }) => ({ proposal: id, changeset, edits, state }))
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
