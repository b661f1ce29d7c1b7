/**
 * Proposes to merge the changes of another scenario since both have diverged: only these changes, each with its
 * previous value as the base, so that values that were also changed in this scenario are conflicts. When the proposal
 * is applied, the merge is recorded.
 */
import type pg from 'pg'
import { requireFirstServer } from '../../data/installation-context.ts'
import type { DataContext } from '../../data/context.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import {
  chosenEntities,
  type Difference,
  openDifference,
} from '../../scenarios/difference/open-difference.ts'
import { isMergeable } from '../../scenarios/difference/matching.ts'
import { noteMerge, readLineage } from '../../scenarios/lineage/lineage.ts'
import type { ApprovalRules } from '../approvals.ts'
import { insertProposal } from '../create-proposal.ts'
import type { Proposal, ProposalSource } from '../proposal.ts'
import { chooseChanges, type Chosen, type ChosenRecord, type NeededRecord } from './choose-changes.ts'
import { insertMergeEdits, summarise } from './merge-edits.ts'

/** Changes to merge. */
export interface MergeChoice {
  /** Scenario of the changes; they are merged into the scenario of the context. */
  readonly source: string
  /** Names of entities; all if empty. */
  readonly entities: readonly string[]
  /** Only these records; undefined for all. */
  readonly records: readonly ChosenRecord[] | undefined
  /** Only records whose last change is one of these change sets of the source; undefined for all. */
  readonly changesets?: readonly number[] | undefined
  /** Proposes all differences, as if there were no common ancestor. */
  readonly alone: boolean
  /** Throws if the user may not view records of these entities. */
  readonly authorize: (entities: readonly Entity[]) => void
  readonly progress?: ((fraction: number, message: string) => void) | undefined
}

export interface MergeRequest extends MergeChoice {
  readonly title: string
  readonly description: string
  readonly submit: boolean
  readonly rules: ApprovalRules
  /** Number of the run of a task that applies the proposal itself. */
  readonly task?: number
}

export interface MergeProposal {
  /** Null if there are no changes. */
  readonly proposal: number | null
  readonly edits: number
  /** Number of edits that were not chosen, but are needed by the chosen ones. */
  readonly needed: number
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
  const { model } = context
  const { authorize, title, description, submit, rules, task, source, alone } = request
  requireMergeable(context, namesOf(request))
  return context.home.withTransaction(
    async (client) => {
      const whole = await openWhole(client, context, request)
      const { difference, needed } = await openChosen(client, context, whole, request)
      authorize(difference.entities.map(({ entity }) => entity))
      const summary = await summarise(client, difference)
      const edits = summary.reduce((sum, one) => sum + one.records, 0)
      const conflicts = alone ? 0 : difference.entities.reduce((sum, one) => sum + one.conflicts, 0)
      const { ancestor } = difference
      if (edits === 0) return { proposal: null, edits, needed: 0, conflicts: 0, ancestor }
      const isWhole = !isRestricted(request) && !alone
      const origin = await sourceOf(client, context, source, isWhole ? difference : undefined)
      const proposal = await insertProposal(client, context, {
        title,
        description,
        submit,
        source: task === undefined ? origin : { ...origin, task },
        summary,
        rules,
      })
      await insertMergeEdits(client, model, proposal, difference, summary)
      return { proposal, edits, needed: needed.length, conflicts, ancestor }
    },
    { isolation: 'repeatable read', signal: context.signal },
  )
}

/**
 * Returns the changes that are merged in addition because the chosen ones need them.
 * @throws ServiceError like `createMergeProposal`
 */
export async function readNeeded(
  context: DataContext,
  request: MergeChoice,
): Promise<readonly NeededRecord[]> {
  requireMergeable(context, namesOf(request))
  return context.home.withTransaction(
    async (client) => {
      const whole = await openWhole(client, context, request)
      const { difference, needed } = await openChosen(client, context, whole, request)
      request.authorize(difference.entities.map(({ entity }) => entity))
      return needed
    },
    { isolation: 'repeatable read', signal: context.signal },
  )
}

const namesOf = ({ entities, records }: MergeChoice): readonly string[] => [
  ...new Set([...entities, ...(records ?? []).map(({ entity }) => entity)]),
]

const isRestricted = ({ entities, records, changesets }: MergeChoice): boolean =>
  entities.length > 0 || records !== undefined || changesets !== undefined

/** Compares all entities, because the chosen changes may need changes of others. */
async function openWhole(
  client: pg.ClientBase,
  { scenario, model }: DataContext,
  { source, alone, changesets, progress }: MergeChoice,
): Promise<Difference> {
  const decisions = changesets !== undefined
  return openDifference(client, model, { a: source, b: scenario, entities: [], alone, decisions, progress })
}

/** Restricts the difference to the chosen changes and what they need. Throws `no_ancestor`. */
async function openChosen(
  client: pg.ClientBase,
  { scenario, model }: DataContext,
  whole: Difference,
  request: MergeChoice,
): Promise<Chosen> {
  const { source, entities, records = [], changesets = [], alone } = request
  const chosen = isRestricted(request)
    ? await chooseChanges(client, model, whole, {
        entities: entities.length === 0 ? [] : chosenEntities(model, entities),
        records,
        changesets,
      })
    : { difference: whole, needed: [] }
  const unknown = chosen.difference.entities.find(({ method }) => method === 'alone')
  if (!alone && (whole.ancestor === undefined || unknown !== undefined))
    throw new ServiceError('no_ancestor', { a: source, b: scenario, entity: unknown?.entity.model ?? '*' })
  return chosen
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
