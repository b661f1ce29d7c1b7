/** Checks the permissions for the records of a trial. */
import { authorize, decide } from '../../../auth/rights/policies.ts'
import type { EditAction } from '../../../data/write/edits/apply-edits.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { missingPermission } from '../../../data/write/orders/nested.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import { nestedLists } from '../../../model/nested-lists.ts'
import { trialOf } from '../../../planning/live/trial-edits.ts'
import type { PlanEdit, Trial } from '../../../planning/live/questions.ts'
import { writeScope } from '../../data/data-call.ts'
import type { WordCall } from '../word-call.ts'

const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const satisfies Record<
  EditAction,
  string
>

const entityOf = ({ context }: WordCall, { entity }: PlanEdit): Entity => {
  const found = context.model.byName.get(entity)
  if (found === undefined) throw new ServiceError('not_found')
  return found
}

/**
 * Returns the trial. Its result reveals the existence and values of records, so the user must be allowed to view the
 * edited records and all records that they reference. Throws `invalid_record` with the position of the edit, and
 * `permission_denied`.
 */
export function visibleTrial(call: WordCall, body: Parameters<typeof trialOf>[1]): Trial {
  const trial = trialOf(call.context.model, body)
  requireVisible(call, trial)
  return trial
}

/** Throws as `visibleTrial`. */
export function requireVisible(call: WordCall, trial: Trial): void {
  const hidden = trial.edits.some(
    (edit) => decide(call.principal, call.scenario, entityOf(call, edit), 'view') !== 'all',
  )
  if (hidden) throw new ServiceError('permission_denied')
  const faults = trial.edits.flatMap((edit, place) => hiddenReferences(call, edit, place))
  if (faults.length > 0) throw fieldErrors(Object.fromEntries(faults))
}

/** Returns errors for the fields of an edit that reference records which the user may not view. */
function hiddenReferences(
  call: WordCall,
  edit: PlanEdit,
  place: number,
): readonly (readonly [field: string, messages: readonly Message[]])[] {
  const entity = entityOf(call, edit)
  return Object.keys(edit.fields).flatMap((name) => {
    const target = call.context.model.byName.get(entity.fieldByName.get(name)?.reference?.entity ?? '')
    if (target === undefined || decide(call.principal, call.scenario, target, 'view') === 'all') return []
    const message: Message = { code: 'not_viewable', params: { entity: target.labelPlural } }
    return [[`edits.${place}.fields.${name}`, [message]] as const]
  })
}

/**
 * Returns the trial, restricted to records that its user may write. Throws `permission_denied` if a permission for an
 * edit is missing.
 */
export function writable(call: WordCall, trial: Trial): Trial {
  return {
    ...trial,
    edits: trial.edits.map((edit) => {
      const entity = entityOf(call, edit)
      const { scope } = authorize(call.principal, call.scenario, entity, methods[edit.action])
      requireListRights(call, entity, edit)
      return { ...edit, ...writeScope(scope) }
    }),
  }
}

/**
 * Throws `permission_denied` for lists of child records without all permissions of their entity: a list adds, changes
 * and deletes child records. The data API requires only the permissions for the child records that change; the live
 * process, which writes the edits, does not know the permissions of the user.
 */
function requireListRights({ context, principal, scenario }: WordCall, entity: Entity, edit: PlanEdit): void {
  for (const [name, list] of nestedLists(entity)) {
    if (edit.fields[name] === undefined) continue
    const child = requireEntity(context.model, list.entity)
    const missing = (['add', 'change', 'delete'] as const).filter(
      (action) => decide(principal, scenario, child, action) !== 'all',
    )
    if (missing.length === 0) continue
    const messages = missing.map((action) => missingPermission(child, action))
    throw new ServiceError('permission_denied', {}, { fields: { [name]: messages } })
  }
}
