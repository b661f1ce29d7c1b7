/**
 * Rows that the planner makes: they are data of the plan, which is not undone. Those that refer to a removed record go
 * with it, and deleted ones return as far as they fit.
 */
import { qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { DataContext } from '../../context.ts'

const orders = 'input.operationplan'

const isProposed = (alias: string): string => `coalesce(${alias}."status", 'proposed') = 'proposed'`

/** Whether only the service itself writes records of the entity. */
const isServiceMade = (entity: Entity): boolean => entity.readOnly || entity.never.includes('add')

/** The field by which a record is part of an order. */
export const orderField = (entity: Entity): Field | undefined =>
  entity.fields.find(({ reference }) => entity.name !== orders && reference?.entity === orders)

/**
 * SQL that tells whether the row `t` goes along when the record is removed to which one of its fields refers: it is the
 * plan's, or part of that record.
 */
export function goesAlong({ scenario }: DataContext, entity: Entity, field: Field): string {
  if (isServiceMade(entity)) return 'true'
  if (entity.name === orders) return isProposed('t')
  const order = orderField(entity)
  if (order === undefined) return 'false'
  if (field === order) return 'true'
  return `EXISTS (SELECT FROM ${qualified(scenario, 'operationplan')} o
    WHERE o."reference" = t."${order.column}" AND ${isProposed('o')})`
}

/** SQL that tells whether the deleted row in the column `row` of `u` is the plan's; undefined where none is. */
export function isPlanRow(entity: Entity): string | undefined {
  if (isServiceMade(entity)) return 'true'
  return entity.name === orders ? `coalesce(u."row" ->> 'status', 'proposed') = 'proposed'` : undefined
}
