/**
 * Returns the effect and the conflicts of undoing a change set, creates a proposal with the undo, or applies it.
 * Allowed for users who may view the audit trail, and for the author of the change set; requires the permissions for
 * all changes of the undo.
 */
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { authorize, decide } from '../../../auth/rights/policies.ts'
import { requireUndoRights } from '../../../auth/rights/undo-rights.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import type { UndoConflict } from '../../../data/write/undo/conflicts.ts'
import { undoChangeSet, type UndoResult } from '../../../data/write/undo/undo-change-set.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../model/labels/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { seesEntity, requireProposing } from '../../../proposals/rights.ts'
import { createUndoProposal } from '../../../proposals/undo-proposal.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { jsonAnswer } from '../../answer.ts'
import { type EndpointHandler, RawReply, Reply } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { shownChanges } from '../meta/columns.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'

type Endpoints = typeof historyEndpoints
type Post = Endpoints['POST /api/audit/{changeset}/undo/']
type Undo = AnswerOf<Endpoints['GET /api/audit/{changeset}/undo/']>

/** Returns the effect of an undo. Nothing is stored. */
export const checkUndo: EndpointHandler<Endpoints['GET /api/audit/{changeset}/undo/']> = (
  call,
  { path, query },
) => answerUndo(call, { ...path, ...query, dryRun: true })

/** Applies the undo with `?apply=1`; otherwise stores it as a proposal. */
export const postUndo: EndpointHandler<Post> = (call, { path, query: { apply, submit, take } }) =>
  apply ? answerUndo(call, { ...path, take, dryRun: false }) : proposeUndo(call, { ...path, submit })

/** Stores the undo as a proposal. Requires the permission to propose, and to view all records of the change set. */
async function proposeUndo(
  call: WordCall,
  { changeset, submit }: { readonly changeset: number; readonly submit: boolean },
): Promise<Reply<AnswerOf<Post>>> {
  const { context, exchange, principal, scenario } = call
  requireProposing(principal, scenario)
  const texts = await loadMessages(exchange.language)
  const { id, edits, check } = await createUndoProposal(context, changeset, {
    rules: approvalRules(exchange.service.settings, scenario),
    title: messageText({ code: 'undo_title', params: { changeset } }, texts),
    submit,
    authorize: (actions, { user }) => {
      requireAudit(call, user)
      const isHidden = actions.some(
        ({ entity }) => !seesEntity(context.model, principal, scenario, entity.name),
      )
      if (isHidden) throw new ServiceError('permission_denied')
    },
  })
  const { conflicts, conflict_count } = await shownResult(call, check)
  const prefix = scenario === 'default' ? '' : `/${encodeURIComponent(scenario)}`
  const headers = { location: `${prefix}/api/proposals/${id}/` }
  return new Reply({ proposal: id, edits, conflicts, conflict_count }, { status: 201, headers })
}

/**
 * Throws `permission_denied` if the change set belongs to another user and the current user may not view the audit
 * trail.
 */
function requireAudit({ context, principal, scenario }: WordCall, user: number | null): void {
  if (user !== null && user === principal.userId) return
  authorize(principal, scenario, requireEntity(context.model, 'common.comment'), 'GET')
}

async function answerUndo(
  call: WordCall,
  {
    changeset,
    take,
    dryRun,
  }: {
    readonly changeset: number
    readonly take: 'present' | 'proposed' | undefined
    readonly dryRun: boolean
  },
): Promise<Undo | RawReply> {
  const { context, exchange, principal, scenario } = call
  const result = await undoChangeSet(context, {
    changeset,
    dryRun,
    take,
    authorize: (actions, { user }) => {
      requireAudit(call, user)
      requireUndoRights(context, principal, scenario, actions)
    },
  })
  const shown = await shownResult(call, result)
  if (dryRun || result.conflictCount === 0) return shown
  const texts = await loadMessages(exchange.language)
  const error = new ServiceError('undo_conflict', { changeset, count: result.conflictCount })
  return new RawReply(jsonAnswer(409, { detail: error.detail(texts), ...shown }))
}

async function shownResult(
  call: WordCall,
  { changeset, actions, records, conflicts, conflictCount, lost }: UndoResult,
): Promise<Undo> {
  const { context, exchange } = call
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const named = [...records, ...conflicts.flatMap((conflict) => [conflict, ...conflict.records])]
  const seen = named.filter(({ entity }) => maySee(call, entity))
  const titleOf = await recordTitles(context, seen, readOptions(call))
  const visible = records.filter(({ entity }) => maySee(call, entity))
  const titled = (record: { readonly entity: string; readonly key: string }) => ({
    ...record,
    ...labelled(requireEntity(context.model, record.entity), labels),
    title: titleOf(record) ?? record.key,
  })
  return {
    changeset: changeset ?? null,
    edits: actions.reduce((sum, { records }) => sum + records, 0),
    actions: actions.map(({ entity, kind, records }) => ({
      entity: entity.name,
      ...labelled(entity, labels),
      kind,
      records,
    })),
    records: visible.map(({ action, changes, ...record }) => {
      const entity = requireEntity(context.model, record.entity)
      return Object.assign(titled(record), shownChanges(entity, { action, changes }))
    }),
    conflicts: conflicts.map((conflict: UndoConflict) => ({
      ...titled(conflict),
      problem: conflict.problem,
      fields: maySee(call, conflict.entity) ? conflict.fields : {},
      // Records that the user may not see are omitted; the conflict itself is still reported.
      records: conflict.records.filter(({ entity }) => maySee(call, entity)).map(titled),
    })),
    conflict_count: conflictCount,
    lost,
  }
}

const maySee = ({ context, principal, scenario }: WordCall, name: string): boolean =>
  decide(principal, scenario, requireEntity(context.model, name), 'view') === 'all'

const labelled = (entity: Parameters<typeof routeOf>[0], labels: Labels) => ({
  label: entityLabel(entity, labels, { plural: true }),
  route: routeOf(entity),
})
