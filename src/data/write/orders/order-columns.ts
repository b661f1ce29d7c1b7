/**
 * Columns of an order that are derived from others, as SQL that the merge stores together with the given values.
 * Manufacturing and work orders get item and location of their operation, deliveries those of their sales order, and
 * all orders get the same name as orders of the planner.
 */
import { literal, qualified } from '../../../database/identifiers.ts'
import { deliveryName, purchaseName, transportName } from '../../../planner/order-names.ts'
import type { DerivedColumns } from '../merge/target.ts'

/** Returns SQL of a name with its parts inserted; null if a part is null. Takes half as much time as `format`. */
const form = (text: string, ...parts: readonly string[]): string => {
  const pieces = text.split('%s').map((piece) => literal(piece))
  return pieces.map((piece, place) => (place === 0 ? piece : `${parts[place - 1]!} || ${piece}`)).join(' || ')
}

/** Returns SQL of the name of a delivery. */
export const nameOfDelivery = (item: string, location: string): string => form(deliveryName, item, location)

const purchaseWithoutSource = purchaseName.slice(0, purchaseName.lastIndexOf(' from'))

type ValueOf = (column: string) => string
type Derived = readonly (readonly [column: string, value: string])[]

/** Returns SQL of item and location of an operation: its own item, otherwise the first item that it produces. */
export function operationSources(scenario: string): { readonly item: string; readonly location: string } {
  const material = qualified(scenario, 'operationmaterial')
  return {
    item: `coalesce(p."item", (
      SELECT m."item" FROM ${material} m
      WHERE m."operation" = p."name" AND m."quantity" > 0 ORDER BY m."priority", m."id" LIMIT 1))`,
    location: `p."location"`,
  }
}

const derivations = (scenario: string): Readonly<Record<string, (valueOf: ValueOf) => Derived>> => {
  const made = (valueOf: ValueOf): Derived => {
    const operation = valueOf('operation')
    const sources = operationSources(scenario)
    const of = (column: 'item' | 'location'): readonly [string, string] => [
      column,
      `CASE WHEN ${operation} IS NULL THEN ${valueOf(column)} ELSE (
        SELECT ${sources[column]} FROM ${qualified(scenario, 'operation')} p WHERE p."name" = ${operation}) END`,
    ]
    return [of('item'), of('location'), ['name', operation]]
  }
  return {
    PO: (valueOf) => {
      const [item, location] = [valueOf('item'), valueOf('location')]
      const named = form(purchaseName, item, location, valueOf('supplier'))
      return [['name', `coalesce(${named}, ${form(purchaseWithoutSource, item, location)})`]]
    },
    DO: (valueOf) => [
      ['name', form(transportName, valueOf('item'), valueOf('origin'), valueOf('destination'))],
    ],
    MO: made,
    WO: made,
    DLVR: (valueOf) => {
      const demand = valueOf('demand')
      const of = (column: 'item' | 'location' | 'due'): readonly [string, string] => [
        column,
        `CASE WHEN ${demand} IS NULL THEN ${valueOf(column)} ELSE (
          SELECT d."${column}" FROM ${qualified(scenario, 'demand')} d WHERE d."name" = ${demand}) END`,
      ]
      const [item, location] = [of('item'), of('location')]
      return [item, location, of('due'), ['name', nameOfDelivery(item[1], location[1])]]
    },
  }
}

/**
 * Returns the derived columns of orders.
 * @param type the type of all orders of the batch, if it is known in advance
 */
export function orderColumns(scenario: string, type: string | undefined): DerivedColumns {
  const byType = derivations(scenario)
  if (type !== undefined) return (valueOf) => byType[type]?.(valueOf) ?? []
  return (valueOf) => {
    const derived = Object.entries(byType).map(([name, derive]) => [name, new Map(derive(valueOf))] as const)
    const columns = new Set(derived.flatMap(([, values]) => [...values.keys()]))
    return [...columns].map((column) => {
      const cases = derived.flatMap(([name, values]) => {
        const value = values.get(column)
        return value === undefined ? [] : [`WHEN ${literal(name)} THEN ${value}`]
      })
      const otherwise =
        column === 'name' ? `coalesce(${valueOf('operation')}, ${valueOf('name')})` : valueOf(column)
      return [column, `CASE ${valueOf('type')} ${cases.join(' ')} ELSE ${otherwise} END`] as const
    })
  }
}
