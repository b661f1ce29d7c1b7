/**
 * Rows written by the planner are part of the plan, which is not undone. Those that reference a removed record are
 * removed as well, and deleted ones are restored if they are still consistent.
 */
import { qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { DataContext } from '../../context.ts'
import { isProposedSql } from '../../../rules/proposed-order.ts'

/** Entity of all types of orders. */
export const ordersEntity = 'input.operationplan'

const isProposed = (alias: string): string => isProposedSql(`${alias}."status"`)

/** Returns whether only the service itself writes records of the entity. */
const isServiceMade = (entity: Entity): boolean => entity.readOnly || entity.never.includes('add')

/** Returns the field that references the order of which a record is part. */
export const orderField = (entity: Entity): Field | undefined =>
  entity.fields.find(({ reference }) => entity.name !== ordersEntity && reference?.entity === ordersEntity)

/**
 * Returns an SQL condition that the row `t` is removed together with the record that one of its fields references: it
 * belongs to the plan, or is part of that record.
 */
export function goesAlong({ scenario }: DataContext, entity: Entity, field: Field): string {
  if (isServiceMade(entity)) return 'true'
  if (entity.name === ordersEntity) return isProposed('t')
  const order = orderField(entity)
  if (order === undefined) return 'false'
  if (field === order) return 'true'
  return `EXISTS (SELECT FROM ${qualified(scenario, 'operationplan')} o
    WHERE o."reference" = t."${order.column}" AND ${isProposed('o')})`
}

/**
 * Returns an SQL condition that the deleted row in the column `row` of `u` belongs to the plan; undefined if no
 * record of the entity does.
 */
export function isPlanRow(entity: Entity): string | undefined {
  if (isServiceMade(entity)) return 'true'
  return entity.name === ordersEntity ? isProposed('(u."row")') : undefined
}
