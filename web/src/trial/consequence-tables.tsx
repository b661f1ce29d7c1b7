/** Effects of unsaved edits on the plan: key figures, sales orders, orders and load. */
import { useTranslation } from 'react-i18next'
import type { ChangedResource, KeyFigures, Trial } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { AnewNotice } from './anew-notice.tsx'
import { ChangedDemands } from './changed-demands.tsx'
import { ChangedOrders } from './changed-orders.tsx'
import { KeyFiguresTable } from './key-figures.tsx'
import { PendingChanges } from './pending-changes.tsx'
import styles from './trial.module.css'

export interface ConsequencesProps {
  readonly trial: Omit<Trial, 'token'>
  /** Name of the sales order that the trial concerns; it comes first. */
  readonly about?: string | undefined
  /** Names of the edited records by edit. */
  readonly causes?: readonly string[]
  /** Whether they are accepted from here, which stores the whole plan. */
  readonly isAccepted?: boolean
  /** Key figures of the stored plan, with which those of the trial are compared. */
  readonly stored?: KeyFigures | undefined
}

export function ConsequenceTables({ trial, about, causes, isAccepted = false, stored }: ConsequencesProps) {
  const { t } = useTranslation('trial')
  const { keyfigures, demands, orders, resources } = trial
  return (
    <div className={styles.consequences}>
      <AnewNotice base={trial.base} />
      {isAccepted ? <PendingChanges isInFigures={stored !== undefined} /> : null}
      <section aria-label={t('demands.title')}>
        <h3>{t('demands.title')}</h3>
        <ChangedDemands demands={demands} about={about} causes={causes} />
      </section>
      <section aria-label={t('figures.title')}>
        <h3>{t('figures.title')}</h3>
        <div className={styles.figures}>
          <KeyFiguresTable before={stored ?? keyfigures.before} after={keyfigures.after} />
        </div>
      </section>
      <section aria-label={t('orders.title')}>
        <h3>{t('orders.title')}</h3>
        <ChangedOrders orders={orders} />
      </section>
      {resources.length === 0 ? null : (
        <section aria-label={t('resources.title')}>
          <h3>{t('resources.title')}</h3>
          <ResourceTable resources={resources} />
        </section>
      )}
    </div>
  )
}

function ResourceTable({ resources }: { readonly resources: readonly ChangedResource[] }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const amount = (value: number): string => formats.number(value, { maximumFractionDigits: 1 })
  const overload: Column<ChangedResource> = {
    id: 'overload',
    header: t('resources.overload'),
    align: 'end',
    cell: ({ overload_days: days }) => (days === 0 ? '' : formats.number(days)),
  }
  const columns: readonly Column<ChangedResource>[] = [
    { id: 'name', header: t('resources.name'), cell: ({ name }) => name },
    {
      id: 'before',
      header: t('figures.before'),
      align: 'end',
      cell: ({ load_before: before }) => amount(before),
    },
    { id: 'after', header: t('figures.after'), align: 'end', cell: ({ load_after: after }) => amount(after) },
    ...(resources.some(({ overload_days: days }) => days > 0) ? [overload] : []),
  ]
  return (
    <DataTable label={t('resources.title')} columns={columns} rows={resources} rowKey={({ name }) => name} />
  )
}
