/** Warns of saved orders of which more is completed than ordered: a slip of typing, or more was made than ordered. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'
import type { SavedRow } from './stage.ts'

/** Maximum number of orders that a warning names. */
const mostNamed = 5

/** Statuses of orders of which a plan takes off what is completed. */
const planned: ReadonlySet<unknown> = new Set(['approved', 'confirmed'])

/** Returns whether more is completed of a planned order than its quantity. */
export function isOvercompleted({ status, quantity, quantity_completed: completed }: Row): boolean {
  if (!planned.has(status)) return false
  return typeof quantity === 'number' && typeof completed === 'number' && completed > quantity
}

/** Returns a function that adds a warning about saved rows whose quantities were written to the text that they are saved. */
export function useOvercompletedWarning(): (saved: string, rows: readonly SavedRow[]) => string {
  const { t } = useTranslation('grid')
  const formats = useFormats()
  return (saved, rows) => {
    const found = rows.flatMap(({ sent, stored }) => {
      const isWritten = sent.cells.has('quantity') || sent.cells.has('quantity_completed')
      return isWritten && stored !== undefined && isOvercompleted(stored.base) ? [stored.base] : []
    })
    if (found.length === 0) return saved
    const named = found.slice(0, mostNamed).map(({ reference, quantity, quantity_completed: completed }) =>
      t('overcompleted.order', {
        reference: String(reference),
        completed: formats.number(Number(completed)),
        quantity: formats.number(Number(quantity)),
      }),
    )
    const orders = [...named, ...(found.length > mostNamed ? ['…'] : [])].join(', ')
    return `${saved} ${t('overcompleted.text', { orders })}`
  }
}
