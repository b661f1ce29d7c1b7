/**
 * One key of a report: its measures over time as a chart and as a table with links to the records behind them, and
 * the findings of the plan. Window, buckets, measures and comparison are those of the report.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import type { Query } from '../../platform/api/paths.ts'
import {
  keyFilter,
  type ReportDescription,
  reportQuery,
  type ReportRow,
  reportRowQuery,
} from '../../platform/api/reports.ts'
import { changedSearch } from '../../platform/changed-search.ts'
import { joinQueries } from '../../platform/join-queries.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { late } from '../../ui/late.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { NotFoundScreen } from '../../shell/not-found.tsx'
import { KeyChart } from './key-chart.tsx'
import { KeyFindings } from './key-findings.tsx'
import { KeyLinks, KeySteps } from './key-links.tsx'
import { NoBuckets } from './no-buckets.tsx'
import { PivotTable } from './pivot-table.tsx'
import { joinKey, reportHref, splitKey } from './report-address.ts'
import { type ReportSearch, windowOf } from './report-search.ts'
import { ReportToolbar } from './report-toolbar.tsx'
import { lookOf, type ReportLook } from './reports.ts'
import { StockLegend } from './stock-signs.tsx'
import { type StockEdits, useStockEdits } from './use-stock-edits.ts'
import styles from './key-screen.module.css'

const StockSaveBar = late(async () => (await import('./stock-save-bar.tsx')).StockSaveBar)

export function ReportKeyScreen() {
  const { report = '', key = '' } = useParams({ strict: false })
  const look = lookOf(report)
  return look === undefined ? (
    <NotFoundScreen />
  ) : (
    <KeyReport key={`${report} ${key}`} look={look} parts={splitKey(key)} />
  )
}

interface KeyReportProps {
  readonly look: ReportLook
  readonly parts: readonly string[]
}

function KeyReport({ look, parts }: KeyReportProps) {
  const { t, i18n } = useTranslation('reports')
  const scenario = useScenario()
  const search: ReportSearch = useSearch({ strict: false })
  const described = useQuery(reportQuery(scenario.name, look.name, i18n.language))
  const description = described.data
  const keys = (description?.keys ?? []).map(({ name }) => name)
  const query: Query = {
    bucket: search.bucket,
    ...windowOf(search),
    compare: search.compare,
  }
  const found = useQuery(reportRowQuery(scenario.name, look.name, keys, parts, query))
  // Here, so that unsaved edits are kept while the figures of another window are read, or cannot be.
  const edits = useStockEdits(look, description?.measures ?? [], found.data ? [found.data] : [])
  const named = parts.filter((part) => part !== '').join(' · ')
  const title = named === '' ? t('noKey') : named
  const list = reportHref(scenario.name, look.word, search)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: t(`report.${look.word}`), to: list }]}
        help="how-to/plan-reports"
        actions={<KeySteps look={look} keys={keys} parts={parts} search={search} />}
      />
      {edits === undefined ? null : (
        <Suspense fallback={null}>
          <div className={styles.bar}>
            <StockSaveBar edits={edits} />
          </div>
        </Suspense>
      )}
      <QueryView query={joinQueries(described, found)}>
        {([description, row]) =>
          row === null ? (
            <EmptyState
              title={t('key.unknown', { name: title })}
              actions={<ScreenLink to={list}>{t('key.toReport')}</ScreenLink>}
            >
              {t('key.unknownHint')}
            </EmptyState>
          ) : (
            <Figures
              look={look}
              description={description}
              row={row}
              edits={edits}
              query={query}
              search={search}
            />
          )
        }
      </QueryView>
    </>
  )
}

/** Height of the table in pixels: lines, header and scroll bar; CSS limits it. */
const tableHeight = (measures: number): number => (measures + 1) * 28 + 18

interface FiguresProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly row: ReportRow
  readonly edits: StockEdits | undefined
  readonly query: Query
  readonly search: ReportSearch
}

function Figures({ look, description, row, edits, query, search }: FiguresProps) {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const { scenarios } = useMe()
  const navigate = useNavigate()
  const drawn = search.measures?.split(',') ?? [...look.bars, ...look.lines]
  const other = scenarios.find(({ name }) => name === search.compare)
  const change = (changes: ReportSearch): void => {
    void navigate({
      to: '/app/$scenario/reports/$report/$key',
      params: { scenario: scenario.name, report: look.word, key: joinKey(row.key) },
      search: changedSearch(search, changes),
      replace: true,
    })
  }
  return (
    <>
      <ReportToolbar
        look={look}
        description={description}
        search={search}
        query={{
          ...query,
          ...keyFilter(
            description.keys.map(({ name }) => name),
            row.key,
          ),
        }}
        shown={drawn}
        single
        onChange={change}
      />
      <div className={styles.page}>
        <KeyLinks report={look.word} description={description} parts={row.key} search={search} />
        {row.buckets.length === 0 ? (
          <NoBuckets />
        ) : (
          <>
            <KeyChart
              title={t(`report.${look.word}`)}
              look={look}
              description={description}
              row={row}
              drawn={drawn}
              compare={search.compare === undefined ? undefined : (other?.label ?? search.compare)}
            />
            <StockLegend look={look} />
            <div className={styles.table} style={{ height: tableHeight(description.measures.length) }}>
              <PivotTable
                look={look}
                description={description}
                measures={description.measures}
                rows={edits?.edited([row]) ?? [row]}
                edits={edits}
                total={1}
                heat={undefined}
                compare={search.compare}
              />
            </div>
          </>
        )}
        <KeyFindings report={look.word} parts={row.key} />
      </div>
    </>
  )
}
