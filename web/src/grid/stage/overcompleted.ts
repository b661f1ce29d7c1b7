/** Warns of saved orders of which more is completed than ordered: a slip of typing, or more was made than ordered. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { toastWarning } from '../../ui/toasts.ts'
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

/** Returns a function that shows a warning for saved rows whose quantities were written. */
export function useOvercompletedWarning(): (rows: readonly SavedRow[]) => void {
  const { t } = useTranslation('grid')
  const formats = useFormats()
  return (rows) => {
    const found = rows.flatMap(({ sent, stored }) => {
      const isWritten = sent.cells.has('quantity') || sent.cells.has('quantity_completed')
      return isWritten && stored !== undefined && isOvercompleted(stored.base) ? [stored.base] : []
    })
    if (found.length === 0) return
    const named = found.slice(0, mostNamed).map(({ reference, quantity, quantity_completed: completed }) =>
      t('overcompleted.order', {
        reference: String(reference),
        completed: formats.number(Number(completed)),
        quantity: formats.number(Number(quantity)),
      }),
    )
    const orders = [...named, ...(found.length > mostNamed ? ['…'] : [])].join(', ')
    toastWarning({ title: t('overcompleted.title'), message: t('overcompleted.text', { orders }) })
  }
}
