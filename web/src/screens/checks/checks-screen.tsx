/** The findings of the checks of the installation: problems with remedies first, then what is in order. */
import { Button, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { checksQuery, type Finding } from '../../platform/api/checks.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './checks.module.css'

const help = 'how-to/check-an-installation'

export function ChecksScreen() {
  const { t } = useTranslation('checks')
  const found = useQuery(checksQuery)
  const { data, isFetching, refetch } = found
  const again = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
      loading={isFetching}
      onClick={() => void refetch()}
    >
      {t('again')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} help={help} {...(data === undefined ? {} : { actions: again })} />
      <QueryView query={found}>
        {(data) => (
          <div className={styles.page}>
            <p>
              {t('checked', { host: data.host })} <RelativeTime at={data.checked} />
            </p>
            <Findings findings={data.findings} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('checks')
  const columns = useColumns()
  const problems = ['failed', 'warning'].flatMap((state) => findings.filter((one) => one.state === state))
  const sound = findings.filter(({ state }) => state === 'ok')
  return (
    <>
      <section>
        <Title order={2} size="h4">
          {t('problems')}
        </Title>
        <DataTable
          label={t('problems')}
          columns={columns}
          rows={problems}
          rowKey={rowKey}
          empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
        />
      </section>
      <section>
        <Title order={2} size="h4">
          {t('sound')}
        </Title>
        <DataTable label={t('sound')} columns={columns} rows={sound} rowKey={rowKey} />
      </section>
    </>
  )
}

const tones: Readonly<Record<Finding['state'], Tone>> = { ok: 'ok', warning: 'warn', failed: 'bad' }

const rowKey = ({ check, message }: Finding): string => `${check} ${message}`

function useColumns(): readonly Column<Finding>[] {
  const { t } = useTranslation('checks')
  return [
    {
      id: 'state',
      header: t('column.state'),
      width: 'min(9rem, 30vw)',
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>,
    },
    {
      id: 'check',
      header: t('column.check'),
      width: 'min(11rem, 26vw)',
      cell: ({ check }) => t(`check.${check}`),
    },
    {
      id: 'message',
      header: t('column.message'),
      cell: ({ message, remedy }) => (
        <>
          {message}
          {remedy === null ? null : <div className={styles.remedy}>{remedy}</div>}
        </>
      ),
    },
  ]
}
