/**
 * Returns the effect and the conflicts of undoing change sets, creates a proposal with the undo, or applies it.
 * Allowed for users who may view the audit trail, and for the author of the change sets; requires the permissions for
 * all changes of the undo.
 */
import type { AnswerOf, QueryOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { decide } from '../../../auth/rights/policies.ts'
import { requireUndoRights } from '../../../auth/rights/undo-rights.ts'
import { selectChangeSets } from '../../../data/history/select-change-sets.ts'
import {
  undoChangeSets,
  undoConflictError,
  type UndoRequest,
} from '../../../data/write/undo/undo-change-set.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import { seesEntity, requireProposing } from '../../../proposals/rights.ts'
import { createUndoProposal } from '../../../proposals/undo-proposal.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { jsonAnswer } from '../../answer.ts'
import { type EndpointHandler, RawReply, Reply } from '../../contract/routes.ts'
import { answeredPath } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { parseCriteria } from './audit-criteria.ts'
import { mostLeftOut } from './present-left-out.ts'
import { presentUndo, type Undo } from './present-undo.ts'

type Endpoints = typeof historyEndpoints
type Post = Endpoints['POST /api/audit/{changeset}/undo/']
type Several = Pick<
  AnswerOf<Endpoints['GET /api/audit/undo/']>,
  'sets' | 'newest' | 'left_out' | 'left_out_count'
>

/** Change sets to undo, and how. */
interface UndoCall<More> extends Pick<UndoRequest, 'changesets' | 'created' | 'isSelected'> {
  /** Further members of the response. */
  readonly more: More
  readonly take: 'present' | 'proposed' | undefined
  readonly dryRun: boolean
}

/** Returns the effect of an undo. Nothing is stored. */
export const checkUndo: EndpointHandler<Endpoints['GET /api/audit/{changeset}/undo/']> = (
  call,
  { path: { changeset }, query: { created, take } },
) => answerUndo(call, { changesets: [changeset], created, more: {}, take, dryRun: true })

/** Applies the undo with `?apply=1`; otherwise stores it as a proposal. */
export const postUndo: EndpointHandler<Post> = (
  call,
  { path: { changeset }, query: { created, apply, take, ...texts } },
) => {
  const changesets = [changeset]
  return apply
    ? answerUndo(call, { changesets, created, more: {}, take, dryRun: false })
    : proposeUndo(call, { changesets, created, more: {} }, texts)
}

/** Returns the effect of undoing several change sets together. Nothing is stored. */
export const checkUndoOfSeveral: EndpointHandler<Endpoints['GET /api/audit/undo/']> = async (
  call,
  { query },
) => answerUndo(call, { ...(await selectSeveral(call, query)), take: query.take, dryRun: true })

/** Applies the undo of several change sets with `?apply=1`; otherwise stores it as a proposal. */
export const postUndoOfSeveral: EndpointHandler<Endpoints['POST /api/audit/undo/']> = async (
  call,
  { query },
) => {
  const { apply, take, submit, title, description } = query
  const selected = await selectSeveral(call, query)
  return apply
    ? answerUndo(call, { ...selected, take, dryRun: false })
    : proposeUndo(call, selected, { submit, title, description })
}

/** Selects the change sets. Throws `undo_criteria_missing`, so that nobody undoes all changes by mistake. */
async function selectSeveral(
  call: WordCall,
  query: QueryOf<Endpoints['GET /api/audit/undo/']>,
): Promise<Pick<UndoCall<Several>, 'changesets' | 'isSelected' | 'more'>> {
  const { user, entity, channel, task, after, through } = query
  if ([user, entity, channel, task, after].every((given) => given === undefined))
    throw new ServiceError('undo_criteria_missing', { names: 'user, entity, channel, task, after' })
  const { context } = call
  const criteria = await parseCriteria(call, query)
  // First, so that users without the right do not learn which users exist.
  if (!seesAuthor(call, criteria?.user ?? null)) throw new ServiceError('permission_denied')
  if (criteria === undefined) throw new ServiceError('nothing_to_undo')
  if (entity !== undefined && !context.model.byName.has(entity)) throw new ServiceError('nothing_to_undo')
  const { changesets, leftOut } = await selectChangeSets(context, { ...criteria, entity, through })
  const more = {
    sets: changesets.length,
    newest: changesets.at(-1) ?? null,
    left_out: leftOut.slice(0, mostLeftOut),
    left_out_count: leftOut.length,
  }
  return { changesets, isSelected: true, more }
}

/** What the user has given for the proposal. */
type GivenTexts = Pick<
  QueryOf<Endpoints['POST /api/audit/{changeset}/undo/']>,
  'submit' | 'title' | 'description'
>

/** Stores the undo as a proposal. Requires the permission to propose, and to view all records of the change sets. */
async function proposeUndo<More extends object>(
  call: WordCall,
  { changesets, created, isSelected, more }: Omit<UndoCall<More>, 'take' | 'dryRun'>,
  given: GivenTexts,
) {
  const { context, exchange, principal, scenario } = call
  requireProposing(principal, scenario)
  const texts = await loadMessages(exchange.language)
  const [changeset = 0] = changesets
  const suggested =
    changesets.length === 1
      ? ({ code: 'undo_title', params: { changeset } } as const)
      : ({ code: 'undo_title_several', params: { count: changesets.length } } as const)
  const { id, edits, check } = await createUndoProposal(context, changesets, {
    rules: approvalRules(exchange.service.settings, scenario),
    ...given,
    created,
    isSelected,
    title: given.title ?? messageText(suggested, texts),
    seesAuthor: (author) => seesAuthor(call, author),
    authorize: (actions) => {
      const isHidden = actions.some(
        ({ entity }) => !seesEntity(context.model, principal, scenario, entity.name),
      )
      if (isHidden) throw new ServiceError('permission_denied')
    },
  })
  const { conflicts, conflict_count, left_out_records, left_out_record_count } = await presentUndo(
    call,
    changesets,
    check,
  )
  const left = { left_out_records, left_out_record_count }
  const location = answeredPath(exchange.service.settings, scenario, `/api/proposals/${id}/`)
  return new Reply(
    { proposal: id, edits, conflicts, conflict_count, ...left, ...more },
    { status: 201, headers: { location } },
  )
}

/** Returns whether the user is the author, or may view the audit trail. */
function seesAuthor({ context, principal, scenario }: WordCall, author: number | null): boolean {
  if (author !== null && author === principal.userId) return true
  return decide(principal, scenario, requireEntity(context.model, 'common.comment'), 'view') !== 'none'
}

async function answerUndo<More extends object>(
  call: WordCall,
  { changesets, created, isSelected, more, take, dryRun }: UndoCall<More>,
): Promise<(Undo & More) | RawReply> {
  const { context, exchange, principal, scenario } = call
  const result = await undoChangeSets(context, {
    changesets,
    created,
    isSelected,
    dryRun,
    take,
    seesAuthor: (author) => seesAuthor(call, author),
    authorize: (actions) => requireUndoRights(context, principal, scenario, actions),
  })
  const shown = { ...(await presentUndo(call, changesets, result)), ...more }
  if (dryRun || result.conflictCount === 0) return shown
  const texts = await loadMessages(exchange.language)
  const error = undoConflictError(changesets, result.conflictCount)
  return new RawReply(jsonAnswer(409, { detail: error.detail(texts), ...shown }))
}
