/**
 * Proposes to merge the changes of another scenario since both have diverged: only these changes, each with its
 * previous value as the base, so that values that were also changed in this scenario are conflicts. When the proposal
 * is applied, the merge is recorded.
 */
import type pg from 'pg'
import { requireFirstServer } from '../../data/installation-context.ts'
import type { DataContext } from '../../data/context.ts'
import { identifier } from '../../database/identifiers.ts'
import type { Message } from '../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import {
  chosenEntities,
  type Difference,
  type EntityDifferences,
  openDifference,
} from '../../scenarios/difference/open-difference.ts'
import { isMergeable } from '../../scenarios/difference/matching.ts'
import { noteMerge, readLineage } from '../../scenarios/lineage/lineage.ts'
import type { ApprovalRules } from '../approvals.ts'
import { insertProposal } from '../create-proposal.ts'
import type { Proposal, ProposalSource } from '../proposal.ts'
import { insertMergeEdits, summarise } from './merge-edits.ts'

/** A record as it is identified in the difference of two scenarios. */
export interface ChosenRecord {
  readonly entity: string
  /** The key, or the natural key as a JSON array. */
  readonly key: string
}

export interface MergeRequest {
  /** Scenario of the changes; they are merged into the scenario of the context. */
  readonly source: string
  /** Names of entities; all if empty. */
  readonly entities: readonly string[]
  /** Only these records; undefined for all. */
  readonly records: readonly ChosenRecord[] | undefined
  /** Proposes all differences, as if there were no common ancestor. */
  readonly alone: boolean
  readonly title: string
  readonly description: string
  readonly submit: boolean
  readonly rules: ApprovalRules
  /** Number of the run of a task that applies the proposal itself. */
  readonly task?: number
  /** Throws if the user may not view records of these entities. */
  readonly authorize: (entities: readonly Entity[]) => void
  readonly progress?: ((fraction: number, message: string) => void) | undefined
}

export interface MergeProposal {
  /** Null if there are no changes. */
  readonly proposal: number | null
  readonly edits: number
  readonly conflicts: number
  readonly ancestor: Difference['ancestor']
}

/**
 * Stores the proposal.
 * @throws ServiceError `no_ancestor`, `not_mergeable`, `invalid_record` with the position of a record that does not
 *   differ, `scenario_busy`, `too_many_proposals`
 */
export async function createMergeProposal(
  context: DataContext,
  request: MergeRequest,
): Promise<MergeProposal> {
  requireFirstServer(context, 'proposals_on_first_server')
  const { scenario, model } = context
  const { source, entities, records, alone, authorize, title, description, submit, rules, progress, task } =
    request
  const names = entities.length > 0 ? entities : [...new Set(records?.map(({ entity }) => entity))]
  requireMergeable(context, names)
  return context.home.withTransaction(
    async (client) => {
      const sides = { a: source, b: scenario, entities: names, alone, progress }
      const difference = await openDifference(client, model, sides)
      authorize(difference.entities.map(({ entity }) => entity))
      const unknown = difference.entities.find(({ method }) => method === 'alone')
      if (!alone && (difference.ancestor === undefined || unknown !== undefined))
        throw new ServiceError('no_ancestor', {
          a: source,
          b: scenario,
          entity: unknown?.entity.model ?? '*',
        })
      const chosen = records === undefined ? difference : await restrict(client, difference, records)
      const summary = await summarise(client, chosen)
      const edits = summary.reduce((sum, one) => sum + one.records, 0)
      const conflicts = alone ? 0 : chosen.entities.reduce((sum, one) => sum + one.conflicts, 0)
      const { ancestor } = difference
      if (edits === 0) return { proposal: null, edits, conflicts: 0, ancestor }
      const isWhole = names.length === 0 && records === undefined && !alone
      const origin = await sourceOf(client, context, source, isWhole ? difference : undefined)
      const proposal = await insertProposal(client, context, {
        title,
        description,
        submit,
        source: task === undefined ? origin : { ...origin, task },
        summary,
        rules,
      })
      await insertMergeEdits(client, model, proposal, chosen, summary)
      return { proposal, edits, conflicts, ancestor }
    },
    { isolation: 'repeatable read', signal: context.signal },
  )
}

/** Checks that the entities can be merged. Throws `not_mergeable`. */
function requireMergeable({ model }: DataContext, names: readonly string[]): void {
  for (const name of names) {
    const found = chosenEntities(model, [name])
    if (found.length === 0 || !found.every((entity) => isMergeable(model, entity)))
      throw new ServiceError('not_mergeable', { entity: name.slice(0, 100) })
  }
}

async function sourceOf(
  client: pg.ClientBase,
  { scenario }: DataContext,
  source: string,
  whole: Difference | undefined,
): Promise<ProposalSource> {
  if (whole?.head === undefined) return { kind: 'merge', scenario: source }
  const { lines } = await readLineage(client, scenario)
  const into = lines.at(-1)?.line
  return into === undefined
    ? { kind: 'merge', scenario: source }
    : { kind: 'merge', scenario: source, brings: { ...whole.head, into } }
}

/** Restricts the difference to the chosen records. Throws `invalid_record` for records that do not differ. */
async function restrict(
  client: pg.ClientBase,
  difference: Difference,
  records: readonly ChosenRecord[],
): Promise<Difference> {
  const places = new Map(records.map((record, place) => [nameOf(record), place]))
  const kept: EntityDifferences[] = []
  for (const found of difference.entities) {
    const { entity, table } = found
    const keys = records.filter((one) => one.entity === entity.name).map(({ key }) => key)
    await client.query(`DELETE FROM ${identifier(table)} WHERE "_key" <> ALL ($1)`, [keys])
    const { rows } = await client.query<{ key: string; conflict: boolean }>(
      `SELECT "_key" AS "key", "_conflict" AS "conflict" FROM ${identifier(table)}`,
    )
    for (const { key } of rows) places.delete(nameOf({ entity: entity.name, key }))
    const conflicts = rows.filter(({ conflict }) => conflict).length
    if (rows.length > 0) kept.push({ ...found, records: rows.length, conflicts })
  }
  const [missing] = places
  if (missing !== undefined) {
    const [, place] = missing
    const message: Message = { code: 'unknown_key', params: { value: records[place]!.key } }
    throw fieldErrors({ [`records.${place}.key`]: [message] })
  }
  return { ...difference, entities: kept }
}

const nameOf = ({ entity, key }: ChosenRecord): string => JSON.stringify([entity, key])

/**
 * Records, in the transaction that applies a complete merge, the position from which later merges continue: also if it
 * changes nothing, because then its conflicts are decided.
 */
export async function noteApplied(
  client: pg.ClientBase,
  { scenario, source }: Proposal,
  changeset: number | undefined,
): Promise<void> {
  if (source.kind !== 'merge' || source.brings === undefined) return
  const { into, ...head } = source.brings
  // The data may have been replaced since: then they do not continue from the compared state.
  const { lines } = await readLineage(client, scenario)
  if (lines.at(-1)?.line === into)
    await noteMerge(client, scenario, { changeset: changeset ?? null, ...head })
}
