/** Checks proposals: a title and a list of edits in the format of trials, with the values that they are based on. */
import type { BodyOf } from '../contract/endpoint.ts'
import type { proposalEndpoints } from '../contract/proposals.ts'
import { jsonText } from '../data/codecs.ts'
import type { DataContext } from '../data/context.ts'
import { fieldErrors } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import { type Model, requireEntity } from '../model/model.ts'
import { plannedEdit } from '../planning/live/trial-edits.ts'
import { keyText } from './find-edit-conflicts.ts'
import type { ProposedEdit } from './proposal.ts'

type ProposalBody = BodyOf<(typeof proposalEndpoints)['POST /api/proposals/']>

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

/** Returns the proposal of a body. Throws `invalid_record` with the position of the invalid edit. */
export function proposalOf(
  context: Pick<DataContext, 'model' | 'timeZone'>,
  { title, description = '', edits, submit = false }: ProposalBody,
): GivenProposal {
  const parsed = edits.map((edit, number) => givenEdit(context.model, edit, number))
  rejectRepeated(context, parsed)
  return { title: title.trim(), description, edits: parsed, submit }
}

function givenEdit(model: Model, given: ProposalBody['edits'][number], number: number): GivenEdit {
  const place = `edits.${number}`
  const { entity: name, action, key, fields } = plannedEdit(model, given, place)
  const entity = requireEntity(model, name)
  return {
    number,
    entity: name,
    action,
    key: key === undefined ? null : String(key),
    fields: action === 'delete' ? {} : named(entity, fields, `${place}.fields`),
    base: given.base === undefined ? undefined : named(entity, given.base, `${place}.base`),
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
      const text = jsonText(value)
      if (text === undefined) throw fieldErrors({ [`${place}.${name}`]: [{ code: 'invalid_json' }] })
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
