/** All endpoints with their status. */
import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooksQuery } from '../../platform/api/webhooks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { WebhookStanding } from './standing.tsx'
import { useKindWords } from './use-kind-words.ts'
import styles from './webhooks.module.css'

export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const { history } = useRouter()
  const found = useQuery(webhooksQuery)
  const { data } = found
  const add = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => history.push('/app/admin/webhooks/new')}>
      {t('new.button')}
    </Button>
  )
  const columns: readonly Column<Webhook>[] = [
    { id: 'name', header: t('field.name'), sort: ({ name }) => name, cell: nameCell },
    { id: 'state', header: t('column.state'), cell: standingCell },
    { id: 'kinds', header: t('field.kinds'), cell: subjectsCell },
    {
      id: 'waiting',
      header: t('column.waiting'),
      align: 'end',
      sort: ({ waiting }) => waiting,
      cell: ({ waiting }) => formats.number(waiting),
    },
    {
      id: 'delivered',
      header: t('column.delivered'),
      sort: ({ delivered }) => delivered ?? '',
      cell: arrivalCell,
    },
    { id: 'owner', header: t('column.owner'), sort: ({ owner }) => owner, cell: ({ owner }) => owner },
  ]
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/follow-changes"
        actions={data === undefined || data.length === 0 ? undefined : add}
      />
      <div className={styles.page}>
        <QueryView query={found}>
          {(data) => (
            <DataTable
              label={t('title')}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              empty={
                <EmptyState title={t('none')} icon={<IconWebhook size={22} stroke={1.6} />} actions={add}>
                  {t('noneHint')}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  )
}

const nameCell = ({ id, name, url, fault }: Webhook) => (
  <div className={styles.what}>
    <ScreenLink className={styles.name} to={`/app/admin/webhooks/${id}`}>
      {name}
    </ScreenLink>
    <div className={styles.soft}>{url}</div>
    {fault === null ? null : <div className={styles.fault}>{fault}</div>}
  </div>
)

const standingCell = (webhook: Webhook) => <WebhookStanding webhook={webhook} />

const subjectsCell = (webhook: Webhook) => <Subjects webhook={webhook} />

function Subjects({ webhook: { kinds, scenarios } }: { readonly webhook: Webhook }) {
  const kindWords = useKindWords()
  return (
    <>
      {kinds.map(kindWords).join(', ')}
      <div className={styles.soft}>{scenarios.join(', ')}</div>
    </>
  )
}

const arrivalCell = (webhook: Webhook) => <LastArrival webhook={webhook} />

function LastArrival({ webhook: { delivered } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  return delivered === null ? (
    <span className={styles.soft}>{t('never')}</span>
  ) : (
    <RelativeTime at={delivered} />
  )
}
