/** Merges the changes of one scenario into another one, as a task: applies them at once if nothing conflicts. */
import { type Message, joinSentences, messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import { FaultyProposal } from '../proposals/apply-chunk.ts'
import { applyProposal, ConflictingProposal } from '../proposals/apply-proposal.ts'
import { createMergeProposal } from '../proposals/merge/merge-proposal.ts'
import { seesEntity } from '../proposals/rights.ts'
import { keepProposalOfTask } from '../proposals/withdraw-abandoned.ts'
import { listScenarios } from '../scenarios/registry.ts'
import { scenarioLabel } from '../scenarios/scenario.ts'
import { approvalRules } from '../settings/scenario-settings.ts'
import type { TaskContext } from './definition.ts'

interface Merge {
  readonly source: string
  readonly destination: string
}

/** Maximum number of log lines about conflicts or faults. */
const maxLines = 100

/**
 * Applies the changes as one change set, or none of them. If there are conflicts or faults, the changes stay as a
 * proposal in which they can be resolved. Returns the message of the task.
 * @throws ServiceError `command_failed` with conflicts and faults, and as `createMergeProposal`
 */
export async function mergeScenario(task: TaskContext, { source, destination }: Merge): Promise<Message> {
  const { service, actor, principal, signal, progress, taskId } = task
  const context = service.dataContext({ scenario: destination, actor, signal })
  const rules = approvalRules(service.settings, destination)
  const label = scenarioLabel(await listScenarios(service.control), source)
  const { proposal, edits } = await createMergeProposal(context, {
    source,
    entities: [],
    records: undefined,
    alone: false,
    title: messageText({ code: 'merge_title', params: { scenario: label } }),
    description: '',
    submit: true,
    rules,
    task: taskId,
    authorize: (entities) => requireVisible(task, { source, destination }, entities),
    progress: (fraction, message) => progress(fraction / 2, message),
  })
  if (proposal === null) return { code: 'merge_without_changes', params: { source, destination } }
  progress(0.5, `Applying ${edits} changes`)
  try {
    const { changeset } = await applyProposal(context, proposal, { principal, rules })
    if (changeset === undefined) return { code: 'merge_changed_nothing', params: { destination } }
    return { code: 'merge_done', params: { count: edits, edits, source, destination, changeset } }
  } catch (error) {
    const isWaiting = error instanceof ServiceError && error.code === 'proposal_not_approved'
    if (isWaiting || error instanceof ConflictingProposal || error instanceof FaultyProposal)
      await keepProposalOfTask(service.control, proposal)
    if (isWaiting) {
      const { groups } = error.params
      return {
        code: 'merge_waits_for_approval',
        params: {
          count: edits,
          proposal,
          destination,
          edits,
          groups: typeof groups === 'string' ? groups : '',
        },
      }
    }
    if (error instanceof ConflictingProposal)
      throw conflicting(task, { source, destination }, proposal, error)
    if (error instanceof FaultyProposal) throw faulty(task, destination, proposal, error)
    throw error
  }
}

function requireVisible(
  { principal, service }: TaskContext,
  { source, destination }: Merge,
  entities: readonly Entity[],
): void {
  const model = service.models.current()
  const sees = ({ name }: Entity): boolean =>
    [source, destination].every((scenario) => seesEntity(model, principal, scenario, name))
  if (!entities.every(sees)) throw new ServiceError('permission_denied')
}

const remedy = (destination: string, proposal: number): Message => ({
  code: 'merge_decided_in_proposal',
  params: { destination, proposal },
})

function conflicting(
  { log }: TaskContext,
  { source, destination }: Merge,
  proposal: number,
  error: ConflictingProposal,
): ServiceError {
  for (const { entity, key, problem, fields } of error.conflicts.slice(0, maxLines))
    log(`${entity} ${key ?? ''}: ${problem} ${Object.keys(fields).join(', ')}`.trim(), 'warning')
  const count = Number(error.params['count'])
  const what: Message = { code: 'merge_conflicts', params: { count, source, destination } }
  const reason = joinSentences(what, remedy(destination, proposal))
  return new ServiceError('command_failed', { reason }, { cause: error })
}

function faulty(
  { log }: TaskContext,
  destination: string,
  proposal: number,
  error: FaultyProposal,
): ServiceError {
  for (const { entity, key, field, message } of error.faults.slice(0, maxLines))
    log(`${entity}${key === null ? '' : ` "${key}"`}, ${field}: ${messageText(message)}`, 'warning')
  const what: Message = { code: 'merge_faults', params: { count: error.faults.length, destination } }
  const reason = joinSentences(what, remedy(destination, proposal))
  return new ServiceError('command_failed', { reason }, { cause: error })
}
