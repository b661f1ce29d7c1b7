/** Parses trials: edits of records, and how the plan is adapted to them. */
import type { EditAction } from '../../data/write/edits/apply-edits.ts'
import type { Message } from '../../errors/messages.ts'
import { fieldErrors, type ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import type { PlanEdit, Trial } from './questions.ts'

/** Maximum number of edits of one trial; larger changes are imports and are tried in a copy of the scenario. */
export const mostEdits = 1_000

const modes = ['repair', 'replan'] as const
const members: ReadonlySet<string> = new Set(['edits', 'mode', 'displace'])
const editMembers: ReadonlySet<string> = new Set(['entity', 'action', 'key', 'fields'])

/** Parses a trial. Throws `invalid_record` with the position of the edit. */
export function parseTrial(model: Model, body: Readonly<Record<string, unknown>>): Trial {
  const unknown = Object.keys(body).filter((name) => !members.has(name))
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, [{ code: 'unknown_field' }]])))
  const { edits, mode = 'repair', displace = false } = body
  const chosen = modes.find((one) => one === mode)
  if (chosen === undefined) throw notOneOf('mode', mode, modes)
  if (typeof displace !== 'boolean') throw fieldErrors({ displace: [{ code: 'invalid_boolean' }] })
  if (!Array.isArray(edits)) throw fieldErrors({ edits: [{ code: 'not_a_list' }] })
  if (edits.length > mostEdits)
    throw fieldErrors({ edits: [{ code: 'too_many_values', params: { limit: mostEdits } }] })
  return {
    edits: edits.map((edit: unknown, index) => parseEdit(model, edit, `edits.${index}`)),
    mode: chosen,
    displace,
  }
}

/**
 * Parses one edit of planning data.
 * @param place its position in the body, for error messages
 * @param alsoKnown further members, which the caller parses
 * @throws ServiceError `invalid_record`
 */
export function parseEdit(
  model: Model,
  given: unknown,
  place: string,
  alsoKnown: readonly string[] = [],
): PlanEdit {
  const fault = (member: string, message: Message): ServiceError =>
    fieldErrors({ [member === '' ? place : `${place}.${member}`]: [message] })
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw fault('', { code: 'not_an_object', params: { type: given === null ? 'null' : typeof given } })
  const members: Readonly<Record<string, unknown>> = { ...given }
  const unknown = Object.keys(members).find((name) => !editMembers.has(name) && !alsoKnown.includes(name))
  if (unknown !== undefined) throw fault(unknown, { code: 'unknown_field' })
  const { entity: name, action, key, fields = {} } = members
  const entity = typeof name === 'string' ? model.byName.get(name) : undefined
  if (entity === undefined || !isPlanned(entity))
    throw fault('entity', {
      code: 'not_one_of',
      params: { value: shown(name), known: plannedNames(model).join(', ') },
    })
  const actions: readonly EditAction[] = ['create', 'update', 'delete']
  const chosen = actions.find((one) => one === action)
  if (chosen === undefined)
    throw fault('action', { code: 'not_one_of', params: { value: shown(action), known: actions.join(', ') } })
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw fault('fields', {
      code: 'not_an_object',
      params: { type: fields === null ? 'null' : typeof fields },
    })
  if (chosen !== 'create' && typeof key !== 'string' && typeof key !== 'number')
    throw fault('key', { code: 'required' })
  return {
    entity: entity.name,
    action: chosen,
    ...(typeof key === 'string' || typeof key === 'number' ? { key } : {}),
    fields: { ...fields },
  }
}

/**
 * Returns whether the entity is planning data of a scenario: users, permissions and similar data cannot be edited in
 * a trial.
 */
const isPlanned = ({ schema, app, readOnly, name }: Entity): boolean =>
  schema === 'scenario' && !readOnly && (app === 'input' || name === 'common.parameter')

const plannedNames = ({ entities }: Model): readonly string[] =>
  entities.filter(isPlanned).map(({ name }) => name)

const shown = (value: unknown): string =>
  typeof value === 'string'
    ? value.slice(0, 100)
    : value === undefined
      ? ''
      : (JSON.stringify(value) ?? '').slice(0, 100)

const notOneOf = (field: string, value: unknown, known: readonly string[]): ServiceError =>
  fieldErrors({ [field]: [{ code: 'not_one_of', params: { value: shown(value), known: known.join(', ') } }] })
