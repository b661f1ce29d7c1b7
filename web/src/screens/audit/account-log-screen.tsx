/** The account log, for superusers of production: filtered by the address, exported as a file. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  type AccountEvent,
  type AccountFilter,
  accountLogQuery,
  readAllEvents,
} from '../../platform/api/account-log.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { AccountFilters } from './account-filters.tsx'
import { useEventWords } from './event-words.ts'
import { usedValues } from './filter-parts.tsx'
import { saveRows } from './save-rows.ts'
import styles from './audit.module.css'

/** Maximum number of exported events; larger results need a narrower filter. */
const mostExported = 10_000

export function AccountLogScreen() {
  const { t } = useTranslation('audit')
  const words = useEventWords()
  const { user, event, after, before } = useSearch({ from: '/app/admin/accounts' })
  const filter: AccountFilter = usedValues({ user, event, after, before })
  const isFiltered = Object.keys(filter).length > 0
  const log = useInfiniteQuery(accountLogQuery(filter))
  const exporting = useMutation({
    mutationFn: () => readAllEvents(filter, mostExported),
    onSuccess: (events) => {
      const head = ['id', 'created', 'event', 'username', 'actor', 'address', 'details']
      const rows = events.map((each) => [
        each.id,
        each.created,
        each.event,
        each.username,
        each.actor,
        each.address,
        each.details === null ? null : JSON.stringify(each.details),
      ])
      saveRows('accounts.csv', [head, ...rows])
      if (events.length === mostExported) toastInfo({ message: t('accounts.cut', { count: mostExported }) })
    },
    onError: (error) => toastError(error),
  })
  const events = log.data?.pages.flatMap((page) => page.events) ?? []
  const columns: readonly Column<AccountEvent>[] = [
    { id: 'time', header: t('accounts.column.time'), cell: timeCell },
    { id: 'event', header: t('accounts.column.event'), cell: words.title },
    { id: 'user', header: t('accounts.column.user'), cell: words.subject },
    { id: 'actor', header: t('accounts.column.actor'), cell: words.actor },
    { id: 'address', header: t('accounts.column.address'), cell: ({ address }) => address },
    { id: 'details', header: t('accounts.column.details'), cell: words.details, width: '45%' },
  ]
  return (
    <>
      <PageHeader
        title={t('accounts.title')}
        help="how-to/audit-export"
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={events.length === 0}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {t('export')}
          </Button>
        }
      />
      <div className={styles.page}>
        <AccountFilters filter={filter} />
        <QueryView query={log}>
          {() => (
            <DataTable
              label={t('accounts.title')}
              columns={columns}
              rows={events}
              rowKey={({ id }) => id}
              empty={
                <EmptyState title={t(isFiltered ? 'noMatch' : 'accounts.none')}>
                  {t(isFiltered ? 'accounts.noMatchHint' : 'accounts.noneHint')}
                </EmptyState>
              }
            />
          )}
        </QueryView>
        {log.hasNextPage ? (
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

const timeCell = ({ created }: AccountEvent) => <EventTime at={created} />

function EventTime({ at }: { readonly at: string }) {
  const formats = useFormats()
  return <span className={styles.moment}>{formats.moment(at, { seconds: true })}</span>
}
