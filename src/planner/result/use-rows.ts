/** The resources and setups of each order. */
import type { Numbering } from './numbering.ts'
import type { UseResult } from './result.ts'
import { rounded } from './rounding.ts'

export function* useRows(
  { orders }: Numbering,
  references: readonly string[],
  wanted: (number: number) => boolean,
): Generator<UseResult> {
  for (let number = 0; number < orders.length; number += 1) {
    if (!wanted(number)) continue
    const { uses, locked } = orders[number]!
    for (const { resource, load, quantity } of uses) {
      yield {
        number,
        operationplan: references[number]!,
        resource: resource.name,
        quantity: rounded(quantity),
        setup: load.setup ?? null,
        status: locked === undefined || locked.status === 'approved' ? 'proposed' : 'confirmed',
      }
    }
  }
}
