/** Checks trials: edits of records, and how the plan is adapted to them. */
import type { BodyOf } from '../../contract/endpoint.ts'
import type { planEndpoints } from '../../contract/plan.ts'
import type { edit } from '../../contract/plan-values.ts'
import type { ValueOf } from '../../contract/schemas.ts'
import type { Message } from '../../errors/messages.ts'
import { fieldErrors, type ServiceError } from '../../errors/service-error.ts'
import { purposeOrigin } from '../../model/decision-origin.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import type { PlanEdit, Trial } from './questions.ts'

type TrialEndpoint = (typeof planEndpoints)['POST /api/plan/trial/']

/** Returns the trial of a body. Throws `invalid_record` with the position of the edit. */
export function trialOf(
  model: Model,
  { edits, mode = 'repair', displace = false, purpose }: BodyOf<TrialEndpoint>,
): Trial {
  return {
    edits: edits.map((edit, index) => plannedEdit(model, edit, `edits.${index}`)),
    mode,
    displace,
    ...(purpose === undefined ? {} : { origin: purposeOrigin(purpose) }),
  }
}

/**
 * Returns an edit of planning data.
 * @param place its position in the body, for error messages
 * @throws ServiceError `invalid_record`
 */
export function plannedEdit(
  model: Model,
  { entity: name, action, key, fields = {} }: ValueOf<typeof edit>,
  place: string,
): PlanEdit {
  const fault = (member: string, message: Message): ServiceError =>
    fieldErrors({ [`${place}.${member}`]: [message] })
  const entity = model.byName.get(name)
  if (entity === undefined || !isPlanned(entity))
    throw fault('entity', {
      code: 'not_one_of',
      params: { value: name.slice(0, 100), known: plannedNames(model).join(', ') },
    })
  if (action !== 'create' && key === undefined) throw fault('key', { code: 'required' })
  return { entity: entity.name, action, ...(key === undefined ? {} : { key }), fields }
}

/**
 * Returns whether the entity is planning data of a scenario: users, permissions and similar data cannot be edited in
 * a trial.
 */
const isPlanned = ({ schema, app, readOnly, name }: Entity): boolean =>
  schema === 'scenario' && !readOnly && (app === 'input' || name === 'common.parameter')

const plannedNames = ({ entities }: Model): readonly string[] =>
  entities.filter(isPlanned).map(({ name }) => name)

/** Returns whether planning the edits can take seconds. While the locks of a plan are held, other writers wait. */
export const mayTakeLong = ({ mode, edits }: Trial): boolean =>
  mode === 'replan' || edits.some(({ entity }) => entity !== 'input.demand')
