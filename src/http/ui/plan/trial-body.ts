/** What the body of a trial says, for those who may see and change what it is about. */
import { authorize, decide } from '../../../auth/rights/policies.ts'
import type { EditAction } from '../../../data/write/edits/apply-edits.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { parseTrial } from '../../../planning/live/parse-trial.ts'
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
 * A trial tells what records hold, and which there are, so that they and all that they refer to must be visible. Throws
 * `invalid_record` with the place of the edit, and `permission_denied`.
 */
export function trialOf(call: WordCall, body: Readonly<Record<string, unknown>>): Trial {
  const trial = parseTrial(call.context.model, body)
  const hidden = trial.edits.some(
    (edit) => decide(call.principal, call.scenario, entityOf(call, edit), 'view') !== 'all',
  )
  if (hidden) throw new ServiceError('permission_denied')
  const faults = trial.edits.flatMap((edit, place) => hiddenReferences(call, edit, place))
  if (faults.length > 0) throw fieldErrors(Object.fromEntries(faults))
  return trial
}

/** Fields of an edit that refer to records which its user may not view. */
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

/** The trial with the records that its user may write. Throws `permission_denied` where an edit needs a right that is missing. */
export function writable(call: WordCall, trial: Trial): Trial {
  return {
    ...trial,
    edits: trial.edits.map((edit) => {
      const { scope } = authorize(call.principal, call.scenario, entityOf(call, edit), methods[edit.action])
      return { ...edit, ...writeScope(scope) }
    }),
  }
}
