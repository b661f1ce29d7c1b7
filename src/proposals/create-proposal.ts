/** Stores proposals of given edits, and the common parts of all proposals. */
import type pg from 'pg'
import { keyOfActor } from '../auth/storages/actor.ts'
import { requireFirstServer } from '../data/installation-context.ts'
import type { DataContext } from '../data/context.ts'
import { readRecordsByKey, type StoredRecord } from '../data/write/edits/stored-records.ts'
import { type EditAction } from '../data/write/edits/apply-edits.ts'
import { fieldErrors, ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import { requireEntity } from '../model/model.ts'
import { pendingStates } from '../model/proposals.ts'
import { neededGroups, type ApprovalRules } from './approvals.ts'
import { publishProposalEvent } from './events.ts'
import { keyText } from './find-edit-conflicts.ts'
import type { GivenEdit, GivenProposal } from './given-proposal.ts'
import { type EditSummary, maxPendingPerUser, type ProposalSource, type ProposedEdit } from './proposal.ts'

/**
 * Stores a proposal. The caller checks permissions.
 * @returns its id
 * @throws ServiceError `invalid_record` with the position of an edit whose record does not exist;
 *   `too_many_proposals`
 */
export async function createProposal(
  context: DataContext,
  { title, description, edits, submit }: GivenProposal,
  rules: ApprovalRules,
): Promise<number> {
  requireFirstServer(context, 'proposals_on_first_server')
  return context.home.withTransaction(
    async (client) => {
      const based = await withBases(client, context, edits)
      const id = await insertProposal(client, context, {
        title,
        description,
        submit,
        source: { kind: 'edits' },
        summary: summaryOf(based),
        rules,
      })
      await insertEdits(client, id, based)
      return id
    },
    { signal: context.signal },
  )
}

export interface NewProposal {
  readonly title: string
  readonly description: string
  readonly submit: boolean
  readonly source: ProposalSource
  readonly summary: readonly EditSummary[]
  readonly rules: ApprovalRules
}

/** Inserts a proposal without its edits, and its first events. Throws `too_many_proposals`. */
export async function insertProposal(
  client: pg.ClientBase,
  { scenario, actor, model }: DataContext,
  { title, description, submit, source, summary, rules }: NewProposal,
): Promise<number> {
  const author = actor.userId
  const key = keyOfActor(actor)
  // The advisory lock serializes concurrent requests of one user, so that the limit is exact.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('proposals ' || $1::text, 0))`, [
    author ?? 0,
  ])
  const { rows: pending } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS "count" FROM control."proposal"
     WHERE "author" IS NOT DISTINCT FROM $1 AND "state" = ANY ($2)`,
    [author, pendingStates],
  )
  if (pending[0]!.count >= maxPendingPerUser)
    throw new ServiceError('too_many_proposals', { limit: maxPendingPerUser })
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO control."proposal" ("scenario", "title", "description", "author", "state", "source", "edits", "summary", "reviewers")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING "id"::float8 AS "id"`,
    [
      scenario,
      title,
      description,
      author,
      submit ? 'open' : 'draft',
      JSON.stringify(key === undefined ? source : { ...source, key }),
      summary.reduce((sum, { records }) => sum + records, 0),
      JSON.stringify(summary),
      submit ? neededGroups(model, rules, summary) : [],
    ],
  )
  const { id } = rows[0]!
  await publishProposalEvent(client, { proposal: id, user: author, kind: 'created', revision: 1 })
  if (submit)
    await publishProposalEvent(client, { proposal: id, user: author, kind: 'submitted', revision: 1 })
  return id
}

/** Returns the number of records by entity and action, in the order of the edits. */
export function summaryOf(edits: readonly Pick<ProposedEdit, 'entity' | 'action'>[]): readonly EditSummary[] {
  const counts = new Map<string, { entity: string; action: EditAction; records: number }>()
  for (const { entity, action } of edits) {
    const name = `${entity} ${action}`
    const known = counts.get(name)
    if (known === undefined) counts.set(name, { entity, action, records: 1 })
    else known.records += 1
  }
  return [...counts.values()]
}

/** Inserts edits in one statement. */
export async function insertEdits(
  client: pg.ClientBase,
  proposal: number,
  edits: readonly ProposedEdit[],
): Promise<void> {
  await client.query(
    `INSERT INTO control."proposaledit" ("proposal", "number", "entity", "action", "key", "fields", "base")
     SELECT $1, e."number", e."entity", e."action", e."key", e."fields", e."base"
     FROM json_to_recordset($2::json) AS e("number" integer, "entity" text, "action" text, "key" text, "fields" json, "base" json)`,
    [proposal, JSON.stringify(edits)],
  )
}

/** Returns the edits with the current values as their base if none was given. Throws `invalid_record`. */
async function withBases(
  client: pg.ClientBase,
  context: DataContext,
  edits: readonly GivenEdit[],
): Promise<readonly ProposedEdit[]> {
  const found = new Map<string, ReadonlyMap<string, StoredRecord>>()
  for (const [name, group] of Map.groupBy(edits, ({ entity }) => entity)) {
    const entity = requireEntity(context.model, name)
    const keys = group
      .filter(({ action, base }) => action !== 'create' && base === undefined)
      .flatMap((edit) => keyText(context, entity, edit) ?? [])
    found.set(name, await readRecordsByKey(client, context, entity, keys, { lock: false }))
  }
  return edits.map((edit): ProposedEdit => {
    if (edit.action === 'create') return { ...edit, base: null }
    if (edit.base !== undefined) return { ...edit, base: edit.base }
    const entity = requireEntity(context.model, edit.entity)
    const present = found.get(edit.entity)?.get(keyText(context, entity, edit) ?? '')
    if (present === undefined)
      throw fieldErrors({
        [`edits.${edit.number}.key`]: [{ code: 'unknown_key', params: { value: edit.key ?? '' } }],
      })
    return { ...edit, base: baseOf(entity, edit, present) }
  })
}

/** Returns the current values of the fields that an edit changes; for a deletion, of all fields that users can write. */
function baseOf(
  entity: Entity,
  { action, fields }: GivenEdit,
  present: StoredRecord,
): Readonly<Record<string, unknown>> {
  const names = entity.fields
    .filter(({ name, access, virtual, via }) => {
      if (name === entity.key || access !== 'write' || virtual || via !== undefined) return false
      return action === 'delete' || Object.hasOwn(fields, name)
    })
    .map(({ name }) => name)
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(present, name)).map((name) => [name, present[name] ?? null]),
  )
}
