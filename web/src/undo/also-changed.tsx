/** Sentence about the orders that a save has changed besides the saved ones, such as the other steps of a routing. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/endpoints.ts'

/** What the user has saved. */
export interface SavedRecords {
  readonly entity: string
  readonly count: number
}

/** Returns whether the saved records are orders of the plan, of one type or of all. */
export const isOfOrders = ({ entity }: SavedRecords): boolean =>
  /^input\.(?:operationplan|\w+order)$/.test(entity)

interface AlsoChangedProps {
  readonly scenario: string
  readonly changeset: number
  /** Number of orders that the user has saved. */
  readonly saved: number
}

/** Renders nothing until the change set is read, and if it contains no other orders. */
export function AlsoChanged({ scenario, changeset, saved }: AlsoChangedProps) {
  const { t } = useTranslation('undo')
  const { data } = useQuery({
    queryKey: ['adjusted orders', scenario, changeset],
    queryFn: ({ signal }) =>
      call('GET /api/audit/', { query: { cursor: changeset + 1, limit: 1 } }, { scenario, signal }),
    retry: false,
  })
  const set = data?.sets.find((one) => one.changeset === changeset)
  const all = (set?.entities ?? [])
    .filter(({ entity }) => entity === 'input.operationplan')
    .reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0)
  return all > saved ? <> {t('others', { count: all - saved })}</> : null
}
