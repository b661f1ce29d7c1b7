/** Parses proposals: a title and a list of edits in the format of trials, with the values that they are based on. */
import type { DataContext } from '../data/context.ts'
import type { Message } from '../errors/messages.ts'
import { fieldErrors } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import { type Model, requireEntity } from '../model/model.ts'
import { parseEdit } from '../planning/live/parse-trial.ts'
import { keyText } from './find-edit-conflicts.ts'
import { maxEdits, maxTextLength, maxTitleLength, type ProposedEdit } from './proposal.ts'

export interface GivenEdit extends Omit<ProposedEdit, 'base'> {
  /** Undefined if not given: the current values are the base then. */
  readonly base: ProposedEdit['base'] | undefined
}

export interface GivenProposal {
  readonly title: string
  readonly description: string
  readonly edits: readonly GivenEdit[]
  /** Whether the proposal is submitted immediately. */
  readonly submit: boolean
}

const members: ReadonlySet<string> = new Set(['title', 'description', 'edits', 'submit'])

/** Parses a proposal. Throws `invalid_record` with the invalid member or the position of the invalid edit. */
export function parseProposal(
  context: Pick<DataContext, 'model' | 'timeZone'>,
  body: Readonly<Record<string, unknown>>,
): GivenProposal {
  const unknown = Object.keys(body).filter((name) => !members.has(name))
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, [{ code: 'unknown_field' }]])))
  const { edits, submit = false } = body
  const title = parseText(body, 'title', maxTitleLength).trim()
  if (title === '') throw fieldErrors({ title: [{ code: 'required' }] })
  const description = parseText(body, 'description', maxTextLength)
  if (typeof submit !== 'boolean') throw fieldErrors({ submit: [{ code: 'invalid_boolean' }] })
  if (!Array.isArray(edits)) throw fieldErrors({ edits: [{ code: 'not_a_list' }] })
  if (edits.length === 0) throw fieldErrors({ edits: [{ code: 'required' }] })
  if (edits.length > maxEdits)
    throw fieldErrors({ edits: [{ code: 'too_many_values', params: { limit: maxEdits } }] })
  const parsed = edits.map((edit: unknown, number) => parseGivenEdit(context.model, edit, number))
  rejectRepeated(context, parsed)
  return { title, description, edits: parsed, submit }
}

/**
 * Returns a text of a body, empty if it is missing.
 * @throws ServiceError `invalid_record` for other values and for texts beyond the limit
 */
export function parseText(body: Readonly<Record<string, unknown>>, name: string, limit: number): string {
  const value = body[name] ?? ''
  const fault = (message: Message) => fieldErrors({ [name]: [message] })
  if (typeof value !== 'string')
    throw fault({ code: 'invalid_text', params: { value: JSON.stringify(value).slice(0, 100) } })
  if (value.includes('\0')) throw fault({ code: 'nul_character' })
  if (!value.isWellFormed()) throw fault({ code: 'lone_surrogate' })
  if (value.length > limit) throw fault({ code: 'too_long', params: { limit } })
  return value
}

function parseGivenEdit(model: Model, given: unknown, number: number): GivenEdit {
  const place = `edits.${number}`
  const { entity: name, action, key, fields } = parseEdit(model, given, place, ['base'])
  const entity = requireEntity(model, name)
  const base: unknown = Object(given)['base'] ?? undefined
  if (base !== undefined && (typeof base !== 'object' || base === null || Array.isArray(base)))
    throw fieldErrors({ [`${place}.base`]: [{ code: 'not_an_object', params: { type: typeof base } }] })
  return {
    number,
    entity: name,
    action,
    key: key === undefined ? null : String(key),
    fields: action === 'delete' ? {} : named(entity, fields, `${place}.fields`),
    base: base === undefined ? undefined : named(entity, { ...base }, `${place}.base`),
  }
}

/** Returns values by the names of their fields, which may have been given by alias. */
function named(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  place: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = JSON.stringify(value) ?? ''
      if (text.includes('\\u0000')) throw fieldErrors({ [`${place}.${name}`]: [{ code: 'nul_character' }] })
      const field =
        entity.fieldByName.get(name) ?? entity.fields.find((one) => one.aliases?.includes(name) === true)
      return [field?.name ?? name, value]
    }),
  )
}

/** Rejects several edits of one record, so that conflicts of a record belong to one edit. */
function rejectRepeated(context: Pick<DataContext, 'model' | 'timeZone'>, edits: readonly GivenEdit[]): void {
  const places = new Map<string, number>()
  for (const edit of edits) {
    const key = keyText(context, requireEntity(context.model, edit.entity), edit)
    if (key === undefined) continue
    const record = `${edit.entity} ${key}`
    const place = places.get(record)
    if (place !== undefined)
      throw fieldErrors({
        [`edits.${edit.number}.key`]: [
          { code: 'edited_twice', params: { value: key, place: `edits.${place}` } },
        ],
      })
    places.set(record, edit.number)
  }
}
