/** Problems of one key of a report, and the orders that are late because of it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Finding, type FindingKind, findingsQuery } from '../../platform/api/findings.ts'
import { type Query, withQuery } from '../../platform/api/paths.ts'
import { useFindingText } from '../../platform/findings/use-finding-text.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import type { ReportWord } from './reports.ts'
import styles from './key-screen.module.css'

type Filters = Readonly<Record<FindingKind, Query>>

/**
 * Filters of the findings of a key. Stock findings are named `item @ location`, findings of purchases and transfers
 * by the generated operation name (src/planner/network/replenishment.ts). Keys of other reports have no findings.
 */
const filtersOf: Readonly<Partial<Record<ReportWord, (parts: readonly string[]) => Filters>>> = {
  demand: ([item = '', location = '']) => ({
    problem: { entity: 'material', owner: `${item} @ ${location}` },
    constraint: { item },
  }),
  inventory: ([item = '', location = '']) => same({ entity: 'material', owner: `${item} @ ${location}` }),
  resource: ([owner]) => same({ entity: 'capacity', owner }),
  mo: ([owner]) => same({ entity: 'operation', owner }),
  po: ([item = '', supplier = '', location = '']) =>
    same({ entity: 'operation', owner: `Purchase ${item} @ ${location} from ${supplier}` }),
  do: ([item = '', origin = '', destination = '']) =>
    same({ entity: 'operation', owner: `Ship ${item} from ${origin} to ${destination}` }),
}

const same = (filter: Query): Filters => ({ problem: filter, constraint: filter })

interface KeyFindingsProps {
  readonly report: ReportWord
  readonly parts: readonly string[]
}

export function KeyFindings({ report, parts }: KeyFindingsProps) {
  const scenario = useScenario()
  const filters = filtersOf[report]?.(parts)
  if (filters === undefined) return null
  return (
    <div className={styles.findings}>
      {(['problem', 'constraint'] as const)
        .filter((kind) => scenario.may(`output.view_${kind}`))
        .map((kind) => (
          <FindingsPanel key={kind} kind={kind} filter={filters[kind]} />
        ))}
    </div>
  )
}

const screens = { problem: 'problems', constraint: 'constraints' } as const

function FindingsPanel({ kind, filter }: { readonly kind: FindingKind; readonly filter: Query }) {
  const { t } = useTranslation('reports')
  const describe = useFindingText()
  const formats = useFormats()
  const scenario = useScenario()
  const found = useQuery(findingsQuery(scenario.name, kind, filter))
  const { data } = found
  const wordOf = useChoiceWords(`output.${kind}`, 'name')
  const base = `/app/${encodeURIComponent(scenario.name)}`
  const columns: readonly Column<Finding>[] = [
    {
      id: 'name',
      header: t('key.cause'),
      cell: ({ name }) => wordOf(name),
      sort: ({ name }) => name,
    },
    {
      id: 'demand',
      header: t('key.order'),
      cell: ({ demand }) => orderLink(base, demand),
      sort: ({ demand }) => demand ?? '',
    },
    { id: 'about', header: t('key.about'), cell: ({ description }) => describe(description) },
    {
      id: 'start',
      header: t('start'),
      cell: ({ startdate }) => formats.date(startdate),
      sort: ({ startdate }) => startdate,
    },
    {
      id: 'end',
      header: t('end'),
      cell: ({ enddate }) => formats.date(enddate),
      sort: ({ enddate }) => enddate,
    },
  ]
  return (
    <Panel
      title={t(kind === 'problem' ? 'findings.problem' : 'key.lateBecause')}
      actions={
        data === undefined || data.total <= data.rows.length ? undefined : (
          <ScreenLink to={withQuery(`${base}/reports/${screens[kind]}`, filter)}>
            {t('key.all', { count: data.total })}
          </ScreenLink>
        )
      }
    >
      <QueryView query={found} inline rows={3}>
        {(data) => (
          <DataTable
            label={t(kind === 'problem' ? 'findings.problem' : 'key.lateBecause')}
            columns={columns.filter(({ id }) => kind === 'constraint' || id !== 'demand')}
            rows={data.rows}
            rowKey={({ id }) => id}
            empty={<p className={styles.none}>{t(kind === 'problem' ? 'key.noProblem' : 'key.noLate')}</p>}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const orderLink = (base: string, demand: string | null) =>
  demand === null ? (
    ''
  ) : (
    <ScreenLink to={`${base}/data/demand/${encodeURIComponent(demand)}/plan`}>{demand}</ScreenLink>
  )
