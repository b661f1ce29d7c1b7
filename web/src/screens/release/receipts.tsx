/** Released orders with date and user, newest first. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Receipt, receiptsQuery, releaseEntities } from '../../platform/api/release.ts'
import { releaseTypes } from '../../platform/api/release-types.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ChangeSetLink } from '../../undo/change-set-link.tsx'
import { recordHref } from '../../platform/record-href.ts'
import { ReceiptFiles } from './receipt-files.tsx'
import styles from './release.module.css'

export function Receipts() {
  const scenario = useScenario()
  const query = useQuery(receiptsQuery(scenario.name))
  return <QueryView query={query}>{(data) => <ReceiptList data={data} />}</QueryView>
}

interface ReceiptListProps {
  readonly data: { readonly rows: readonly Receipt[]; readonly total: number }
}

function ReceiptList({ data }: ReceiptListProps) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const scenario = useScenario()
  // The change set has the undo of the release.
  const releaseCell = ({ released, changeset }: Receipt) => (
    <ChangeSetLink scenario={scenario.name} changeset={changeset}>
      <span className={styles.moment}>{formats.moment(released)}</span>
    </ChangeSetLink>
  )
  const linkTo = ({ reference, type: given }: Receipt) => {
    const type = releaseTypes.find((one) => one === given)
    if (type === undefined) return reference
    const to = recordHref(scenario.name, releaseEntities[type], reference)
    return <ScreenLink to={to}>{reference}</ScreenLink>
  }
  const columns: readonly Column<Receipt>[] = [
    {
      id: 'released',
      header: t('column.released'),
      cell: releaseCell,
      sort: ({ released }) => released,
    },
    { id: 'by', header: t('column.by'), cell: ({ released_by: by }) => by ?? '' },
    {
      id: 'erp',
      header: t('column.erp'),
      cell: erpCell,
      sort: ({ receipt }) => receipt ?? '',
    },
    {
      id: 'order',
      header: t('column.order'),
      cell: linkTo,
      sort: ({ reference }) => reference,
    },
    { id: 'item', header: t('column.item'), cell: ({ item }) => item ?? '', sort: ({ item }) => item ?? '' },
    {
      id: 'partner',
      header: t('column.partner'),
      cell: ({ supplier, location }) => supplier ?? location ?? '',
    },
    {
      id: 'quantity',
      header: t('column.quantity'),
      align: 'end',
      cell: ({ quantity }) => formats.number(quantity),
      sort: ({ quantity }) => quantity,
    },
    {
      id: 'start',
      header: t('column.orderBy'),
      cell: ({ startdate }) => (startdate === null ? '' : formats.date(startdate)),
      sort: ({ startdate }) => startdate ?? '',
    },
  ]
  return (
    <>
      <ReceiptFiles />
      {data.total > data.rows.length ? (
        <p className={styles.soft}>
          {t('receiptsCut', { shown: formats.number(data.rows.length), all: formats.number(data.total) })}
        </p>
      ) : null}
      <DataTable
        label={t('type.receipts')}
        columns={columns}
        rows={data.rows}
        rowKey={({ reference }) => reference}
        empty={<EmptyState title={t('noReceipts')}>{t('noReceiptsHint')}</EmptyState>}
        stacks
      />
    </>
  )
}

const erpCell = (receipt: Receipt) => <ErpReceipt receipt={receipt} />

/** Response of the ERP: its order number, or the reason of the rejection; or that the order is not handed over. */
function ErpReceipt({ receipt: { receipt, erpnumber, reason, withdrawn } }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('release')
  if (receipt === null && withdrawn) return <StatusBadge tone="off">{t('erp.withdrawn')}</StatusBadge>
  if (receipt === null) return <span className={styles.soft}>{t('erp.none')}</span>
  const isAccepted = receipt === 'accepted'
  return (
    <>
      <StatusBadge tone={isAccepted ? 'ok' : 'bad'}>
        {t(isAccepted ? 'erp.accepted' : 'erp.rejected')}
      </StatusBadge>
      <div className={styles.reason}>{isAccepted ? erpnumber : reason}</div>
    </>
  )
}
