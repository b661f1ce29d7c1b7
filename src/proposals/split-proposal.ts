/** Separates chosen edits of a proposal, so that they are applied while the others stay open in it. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import type { Message } from '../errors/messages.ts'
import { fieldErrors } from '../errors/service-error.ts'
import type { Model } from '../model/model.ts'
import { maxEdits } from '../model/proposals.ts'
import type { ApprovalRules } from './approvals.ts'
import { countEdits } from './count-edits.ts'
import { needsOf } from './dependent-edits.ts'
import { publishProposalEvent } from './events.ts'
import type { Proposal, ProposalSource, ProposedEdit } from './proposal.ts'
import { readEdits, readProposal } from './read-proposals.ts'

/** Numbers of edits: the edits to apply, all if undefined, and those of them that stay open. */
export interface EditSelection {
  readonly edits?: readonly number[] | undefined
  readonly except?: readonly number[] | undefined
  /** Maximum number of edits to apply. Default: no limit. */
  readonly most?: number
}

/** Returns whether edits are chosen. An empty list of exceptions chooses none. */
export const choosesEdits = ({ edits, except = [] }: EditSelection): boolean =>
  edits !== undefined || except.length > 0

/**
 * Moves the chosen edits of a locked proposal to a new one, whose approvals are those of the given proposal.
 * @returns the new proposal, or the given one if all edits are chosen
 * @throws ServiceError `invalid_record` for edits that do not exist or that need others
 */
export async function splitProposal(
  client: pg.ClientBase,
  context: DataContext,
  proposal: Proposal,
  selection: EditSelection,
  rules: ApprovalRules,
): Promise<Proposal> {
  const { edits: only, most = Infinity } = selection
  if (!choosesEdits(selection)) return proposal
  const place = only === undefined ? 'except' : 'edits'
  if (proposal.source.kind === 'undo') throw fieldErrors({ [place]: [{ code: 'undo_in_parts' }] })
  if (proposal.edits > maxEdits)
    throw fieldErrors({ [place]: [{ code: 'too_many_values', params: { limit: maxEdits } }] })
  const edits = await readEdits(client, proposal.id, { limit: maxEdits, offset: 0 })
  const chosen = chooseEdits(edits, selection)
  if (chosen.size === 0) throw fieldErrors({ [place]: [{ code: 'required' }] })
  if (chosen.size > most)
    throw fieldErrors({ [place]: [{ code: 'too_many_chosen', params: { limit: most } }] })
  if (chosen.size === edits.length) return proposal
  rejectIncomplete(context, edits, chosen, place)
  const part = await insertPart(client, context, proposal)
  await client.query(
    `UPDATE control."proposaledit" SET "proposal" = $2 WHERE "proposal" = $1 AND "number" = ANY ($3)`,
    [proposal.id, part, [...chosen]],
  )
  await countEdits(client, context, proposal.id, rules)
  await countEdits(client, context, part, rules)
  const { id, revision } = proposal
  const user = context.actor.userId
  await publishProposalEvent(client, { proposal: id, user, kind: 'applied_partly', revision })
  return readProposal(client, context.scenario, part, { lock: true })
}

function chooseEdits(
  all: readonly ProposedEdit[],
  { edits, except = [] }: EditSelection,
): ReadonlySet<number> {
  const numbers = new Set(all.map(({ number }) => number))
  for (const [index, value] of (edits ?? []).entries()) {
    if (!numbers.has(value))
      throw fieldErrors({ [`edits.${index}`]: [{ code: 'no_such_edit', params: { value } }] })
  }
  const chosen = edits === undefined ? numbers : new Set(edits)
  for (const number of except) chosen.delete(number)
  return chosen
}

/** Rejects edits without those that they need. */
function rejectIncomplete(
  { model }: DataContext,
  edits: readonly ProposedEdit[],
  chosen: ReadonlySet<number>,
  place: string,
): void {
  const byNumber = new Map(edits.map((edit) => [edit.number, edit]))
  const nameOf = (number: number): string => recordName(model, byNumber.get(number)!)
  const messages = [...needsOf(model, edits)].flatMap(([edit, needed]) =>
    needed
      .filter((other) => chosen.has(edit) && !chosen.has(other))
      .map((other): Message => {
        const params = { edit, record: nameOf(edit), needed: other, other: nameOf(other) }
        return { code: 'edit_needs', params }
      }),
  )
  if (messages.length > 0) throw fieldErrors({ [place]: messages.slice(0, mostMessages) })
}

function recordName({ byName }: Model, { entity, key, fields }: ProposedEdit): string {
  const own = key ?? fields[byName.get(entity)?.key ?? '']
  return typeof own === 'string' || typeof own === 'number' ? `${entity} ${own}` : entity
}

/** Maximum number of missing edits that an error names. */
const mostMessages = 10

/** Inserts the proposal of the chosen edits, without edits yet. Later merges compare all changes again. */
async function insertPart(
  client: pg.ClientBase,
  { actor }: DataContext,
  { id, source, revision }: Proposal,
): Promise<number> {
  const { parts = [], partOf: _partOf, task: _task, ...origin } = source
  const plain = withoutPosition(origin)
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO control."proposal" ("scenario", "title", "description", "author", "state", "source", "edits", "summary", "reviewers", "revision")
     SELECT "scenario", "title", "description", "author", "state", $2, 0, '[]', "reviewers", "revision" FROM control."proposal" WHERE "id" = $1
     RETURNING "id"::float8 AS "id"`,
    [id, JSON.stringify({ ...plain, partOf: id })],
  )
  const part = rows[0]!.id
  await publishProposalEvent(client, { proposal: part, user: actor.userId, kind: 'created', revision })
  await client.query(`UPDATE control."proposal" SET "source" = $2 WHERE "id" = $1`, [
    id,
    JSON.stringify({ ...withoutPosition(source), parts: [...parts, part] }),
  ])
  return part
}

function withoutPosition(source: ProposalSource): ProposalSource {
  if (source.kind !== 'merge') return source
  const { brings: _brings, ...merged } = source
  return merged
}
