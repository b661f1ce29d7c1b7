/** Resolves conflicts of a proposal: its edits are changed to the chosen values, with the current values as their base. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { fieldErrors, ServiceError } from '../errors/service-error.ts'
import type { ApprovalRules } from './approvals.ts'
import { countEdits } from './count-edits.ts'
import { publishProposalEvent } from './events.ts'
import { type EditConflict, findEditConflicts, keyText } from './find-edit-conflicts.ts'
import { readRecordsByKey, type StoredRecord } from '../data/write/edits/stored-records.ts'
import { maxEdits, pendingStates, type Take } from '../model/proposals.ts'
import type { Choice, Proposal, ProposedEdit } from './proposal.ts'
import { readProposal } from './read-proposals.ts'
import { proposedEntity } from './proposed-entity.ts'

/** Resolution of all conflicts, or choices for individual ones. */
export type Resolution = { readonly take: Take } | { readonly choices: readonly Choice[] }

/**
 * Stores a resolution. Approvals apply to the edits before the resolution, so an approved proposal is open again.
 * @throws ServiceError `unknown_proposal`, `proposal_state`, and `invalid_record` for a choice that is not possible
 */
export async function resolveConflicts(
  context: DataContext,
  id: number,
  resolution: Resolution,
  rules: ApprovalRules,
): Promise<Proposal> {
  const { scenario } = context
  return context.home.withTransaction(
    async (client) => {
      const proposal = await readProposal(client, scenario, id, { lock: true })
      if (!pendingStates.includes(proposal.state))
        throw new ServiceError('proposal_state', { id, state: proposal.state })
      if (proposal.source.kind === 'undo') await resolveUndo(client, proposal, resolution)
      else await resolveEdits(client, context, proposal, resolution, rules)
      await client.query(
        `UPDATE control."proposal" SET "revision" = "revision" + 1, "lastmodified" = LOCALTIMESTAMP(6), "checked" = NULL,
           "state" = CASE "state" WHEN 'approved' THEN 'open' ELSE "state" END WHERE "id" = $1`,
        [id],
      )
      const changed = await readProposal(client, scenario, id)
      await publishProposalEvent(client, {
        proposal: id,
        user: context.actor.userId,
        kind: 'resolved',
        revision: changed.revision,
      })
      return changed
    },
    { signal: context.signal },
  )
}

/** Stores the choices of an undo with the proposal, because its edits are determined by the change log. */
async function resolveUndo(
  client: pg.ClientBase,
  { id, source }: Proposal,
  resolution: Resolution,
): Promise<void> {
  if (source.kind !== 'undo') return
  if (!('choices' in resolution)) throw fieldErrors({ choices: [{ code: 'required' }] })
  const known = new Map(source.choices.map((choice) => [nameOf(choice), choice]))
  for (const choice of resolution.choices) known.set(nameOf(choice), choice)
  if (known.size > maxEdits)
    throw fieldErrors({ choices: [{ code: 'too_many_values', params: { limit: maxEdits } }] })
  const changed = { ...source, choices: [...known.values()] }
  await client.query(`UPDATE control."proposal" SET "source" = $2 WHERE "id" = $1`, [
    id,
    JSON.stringify(changed),
  ])
}

const nameOf = ({ entity, key, field }: Choice): string => JSON.stringify([entity, key, field ?? null])

async function resolveEdits(
  client: pg.ClientBase,
  context: DataContext,
  { id }: Proposal,
  resolution: Resolution,
  rules: ApprovalRules,
): Promise<void> {
  const choices =
    'choices' in resolution
      ? new Map(resolution.choices.map((choice, place) => [nameOf(choice), { choice, place }]))
      : undefined
  const used = new Set<string>()
  const find = (
    entity: string,
    key: string | null,
    field?: string,
  ): { take: Take; place: string } | undefined => {
    if ('take' in resolution) return { take: resolution.take, place: 'take' }
    const name = nameOf({ entity, key: key ?? '', field, take: 'present' })
    const found = choices?.get(name)
    if (found === undefined) return undefined
    used.add(name)
    return { take: found.choice.take, place: `choices.${found.place}.take` }
  }
  for await (const { edits, conflicts } of findEditConflicts(client, context, id, { lock: false })) {
    const byNumber = new Map(edits.map((edit) => [edit.number, edit]))
    const present = await presentRecords(client, context, edits, conflicts)
    const changed: ProposedEdit[] = []
    const dropped: number[] = []
    for (const conflict of conflicts) {
      const edit = byNumber.get(conflict.edit)!
      const decided = decide(edit, conflict, present.get(edit.number), find)
      if (decided === 'drop') dropped.push(edit.number)
      else if (decided !== undefined) changed.push(decided)
    }
    await client.query(`DELETE FROM control."proposaledit" WHERE "proposal" = $1 AND "number" = ANY ($2)`, [
      id,
      dropped,
    ])
    await client.query(
      `UPDATE control."proposaledit" p SET "action" = e."action", "key" = e."key", "fields" = e."fields", "base" = e."base"
       FROM json_to_recordset($2::json) AS e("number" integer, "action" text, "key" text, "fields" json, "base" json)
       WHERE p."proposal" = $1 AND p."number" = e."number"`,
      [id, JSON.stringify(changed)],
    )
  }
  const unused = [...(choices ?? [])].find(([name]) => !used.has(name))
  if (unused !== undefined) {
    const [, { choice, place }] = unused
    throw fieldErrors({
      [`choices.${place}.key`]: [{ code: 'no_such_conflict', params: { value: choice.key } }],
    })
  }
  await countEdits(client, context, id, rules)
}

/** Returns the current records, by the numbers of the edits that conflict with them. */
async function presentRecords(
  client: pg.ClientBase,
  context: DataContext,
  edits: readonly ProposedEdit[],
  conflicts: readonly EditConflict[],
): Promise<ReadonlyMap<number, StoredRecord>> {
  const numbers = new Set(conflicts.map(({ edit }) => edit))
  const found = new Map<number, StoredRecord>()
  for (const [name, group] of Map.groupBy(edits, ({ entity }) => entity)) {
    const entity = proposedEntity(context.model, name)
    const wanted = group.filter(({ number }) => numbers.has(number))
    const keys = wanted.map(
      (edit) => [edit.number, keyText(context, entity, edit) ?? edit.key ?? ''] as const,
    )
    const taken = conflicts.filter((one) => one.entity === name && one.problem === 'exists')
    const keyOf = new Map([...keys, ...taken.map(({ edit, key }) => [edit, key ?? ''] as const)])
    const records = await readRecordsByKey(
      client,
      context,
      entity,
      [...keyOf.values()].filter((key) => key !== ''),
      { lock: false },
    )
    for (const { number } of wanted) {
      const record = records.get(keyOf.get(number) ?? '')
      if (record !== undefined) found.set(number, record)
    }
  }
  return found
}

/** Returns the edit after the choices, `drop` if it no longer changes anything, or undefined without a choice. */
function decide(
  edit: ProposedEdit,
  { problem, entity, key, fields }: EditConflict,
  present: StoredRecord | undefined,
  find: (entity: string, key: string | null, field?: string) => { take: Take; place: string } | undefined,
): ProposedEdit | 'drop' | undefined {
  const whole = find(entity, key)
  const refuse = (place: string): never => {
    throw fieldErrors({ [place]: [{ code: 'choice_impossible', params: { value: key ?? '' } }] })
  }
  if (problem === 'deleted') {
    if (whole === undefined) return undefined
    return whole.take === 'present' ? 'drop' : refuse(whole.place)
  }
  if (present === undefined) return undefined
  if (problem === 'exists') {
    if (whole === undefined) return undefined
    if (whole.take !== 'proposed') return 'drop'
    const base = Object.fromEntries(Object.keys(edit.fields).map((name) => [name, present[name] ?? null]))
    return { ...edit, action: 'update', key, base }
  }
  if (edit.action === 'delete') {
    if (whole === undefined) return undefined
    if (whole.take !== 'proposed') return 'drop'
    const base = Object.fromEntries(Object.keys(edit.base ?? {}).map((name) => [name, present[name] ?? null]))
    return { ...edit, base }
  }
  const decided = { fields: { ...edit.fields }, base: { ...edit.base }, count: 0 }
  for (const [name, values] of Object.entries(fields)) {
    const chosen = find(entity, key, name) ?? whole
    if (chosen === undefined) continue
    decided.count += 1
    if (chosen.take === 'present') {
      delete decided.fields[name]
      delete decided.base[name]
      continue
    }
    if (chosen.take === 'base') decided.fields[name] = values.base
    decided.base[name] = values.present
  }
  if (decided.count === 0) return undefined
  if (Object.keys(decided.fields).length === 0) return 'drop'
  return { ...edit, fields: decided.fields, base: decided.base }
}
