/** The two dates of an order: when one changes, the service computes the other one from the working time. */
import { type Answer, call, entityParts } from '../../platform/api/endpoints.ts'
import type { EntityMeta, FieldMeta, Row } from '../../platform/meta/entity-meta.ts'

const names = ['startdate', 'enddate'] as const
export type DateName = (typeof names)[number]

/** The metadata that show whether an entity is an order. */
export interface DatedMeta extends Pick<EntityMeta, 'entity' | 'key'> {
  readonly fields: readonly Pick<FieldMeta, 'name' | 'editable' | 'choices'>[]
}

/** Returns whether an entity is an order: it has the status `proposed` and both dates. */
const isOrder = ({ fields }: DatedMeta): boolean =>
  names.every((name) => fields.some((field) => field.name === name && field.editable)) &&
  fields.some(
    ({ name, choices }) => name === 'status' && choices?.some(({ value }) => value === 'proposed') === true,
  )

/**
 * Returns the date that changes with a field of the entity; undefined for other fields than the dates of an order.
 */
export function followingDate(meta: DatedMeta, field: string): DateName | undefined {
  const at = names.findIndex((name) => name === field)
  return at < 0 || !isOrder(meta) ? undefined : names[1 - at]
}

/** Returns both dates of an order after `moved` is set; an unknown date is null. Throws `ApiError`. */
export const datesOf = (
  scenario: string,
  meta: DatedMeta,
  order: Row,
  moved: Row,
): Promise<Answer<'POST /api/orderdates/{app}/{entity}/'>> =>
  call(
    'POST /api/orderdates/{app}/{entity}/',
    { path: entityParts(meta.entity), body: { [meta.key]: order[meta.key], ...moved } },
    { scenario },
  )
