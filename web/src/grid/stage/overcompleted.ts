/** Warns of saved orders of which more is completed than ordered: a slip of typing, or more was made than ordered. */
import type { TFunction } from 'i18next'
import type { Row } from '../../platform/meta/entity-meta.ts'
import type { SavedRow } from './staged-rows.ts'

/** Maximum number of orders that a warning names. */
const mostNamed = 5

/** Statuses of orders of which a plan takes off what is completed. */
const planned: ReadonlySet<unknown> = new Set(['approved', 'confirmed'])

/** Returns whether more is completed of a planned order than its quantity. */
function isOvercompleted({ status, quantity, quantity_completed: completed }: Row): boolean {
  if (!planned.has(status)) return false
  return typeof quantity === 'number' && typeof completed === 'number' && completed > quantity
}

interface Words {
  readonly t: TFunction<'grid'>
  readonly number: (value: number) => string
}

/** Adds a warning about saved rows whose quantities were written to the text that they are saved. */
export function withWarning(saved: string, rows: readonly SavedRow[], { t, number }: Words): string {
  const found = rows.flatMap(({ sent, stored }) => {
    const isWritten = sent.cells.has('quantity') || sent.cells.has('quantity_completed')
    return isWritten && stored !== undefined && isOvercompleted(stored.base) ? [stored.base] : []
  })
  if (found.length === 0) return saved
  const named = found.slice(0, mostNamed).map(({ reference, quantity, quantity_completed: completed }) =>
    t('overcompleted.order', {
      reference: String(reference),
      completed: number(Number(completed)),
      quantity: number(Number(quantity)),
    }),
  )
  const orders = [...named, ...(found.length > mostNamed ? ['…'] : [])].join(', ')
  return `${saved} ${t('overcompleted.text', { orders })}`
}
