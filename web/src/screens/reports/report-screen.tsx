/** A report by time bucket: one row per key and measure, one column per bucket. A key links to its chart. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { summingOf } from '../../../../src/model/reports/figure-rules.ts'
import {
  type ReportDescription,
  type ReportField,
  reportQuery,
  type ReportTotal,
} from '../../platform/api/reports.ts'
import { changedSearch } from '../../platform/changed-search.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { StockLink } from '../../capacity/stock-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { late } from '../../ui/late.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { NotFoundScreen } from '../../shell/not-found.tsx'
import { NoBuckets } from './no-buckets.tsx'
import { PivotTable } from './pivot-table.tsx'
import { keyHref } from './report-address.ts'
import type { ReportSearch } from './report-search.ts'
import { ReportToolbar } from './report-toolbar.tsx'
import { lookOf, type ReportLook } from './reports.ts'
import { type ReportFigures, useReport } from './use-report.ts'
import { StockLegend } from './stock-signs.tsx'
import { type StockEdits, useStockEdits } from './use-stock-edits.ts'
import styles from './reports.module.css'

const StockSaveBar = late(async () => (await import('./stock-save-bar.tsx')).StockSaveBar)

export function ReportScreen() {
  const { report = '' } = useParams({ strict: false })
  const look = lookOf(report)
  return look === undefined ? <NotFoundScreen /> : <Report key={report} look={look} />
}

function Report({ look }: { readonly look: ReportLook }) {
  const { t, i18n } = useTranslation('reports')
  const scenario = useScenario()
  const navigate = useNavigate()
  const search: ReportSearch = useSearch({ strict: false })
  const described = useQuery(reportQuery(scenario.name, look.name, i18n.language))
  const isWide = useMediaQuery('(min-width: 700px)', true, { getInitialValueInEffect: false })
  // A heat map has one figure, so that its totals take little space.
  const isHeat = search.show === 'heat'
  const wantsTotals = search.totals === undefined ? isWide || isHeat : search.totals === 'yes'
  const report = useReport(look, described.data, search, wantsTotals)
  const shown = search.measures?.split(',') ?? look.measures
  const edits = useStockEdits(look, report.measures, report.rows)
  // Totals of several figures and units are only shown on request.
  const showsTotals = wantsTotals && (search.totals === 'yes' || isHeat || report.totals.length === 1)
  const change = (changes: ReportSearch): void => {
    void navigate({
      to: '/app/$scenario/reports/$report',
      params: { scenario: scenario.name, report: look.word },
      search: changedSearch(search, changes),
      replace: true,
    })
  }
  return (
    <div className="screen-fill">
      <PageHeader
        title={t(`report.${look.word}`)}
        help="how-to/plan-reports"
        aside={
          <span className={styles.soft}>
            {report.total === undefined ? '' : t('keys', { count: report.total })}
          </span>
        }
        actions={look.word === 'inventory' ? <StockLink /> : null}
      />
      <QueryView query={described}>
        {(description) => (
          <>
            <ReportToolbar
              look={look}
              description={description}
              search={search}
              query={{ ...report.query, measures: shown.join(',') }}
              shown={shown}
              totals={showsTotals}
              onChange={change}
            />
            <StockLegend look={look} />
            {showsTotals && isMixed(report.totals, report.measures) ? (
              <p className={styles.note}>{t('mixed')}</p>
            ) : null}
            {report.totalsError === null ? null : (
              <ErrorState error={report.totalsError} inline onRetry={report.retryTotals} />
            )}
          </>
        )}
      </QueryView>
      {/* Here, so that unsaved edits are kept while the report cannot be read. */}
      {edits === undefined ? null : (
        <Suspense fallback={null}>
          <StockSaveBar edits={edits} />
        </Suspense>
      )}
      {described.data === undefined ? null : (
        <Rows
          look={look}
          description={described.data}
          search={search}
          report={report}
          edits={edits}
          showsTotals={showsTotals}
          onChange={change}
        />
      )}
    </div>
  )
}

interface RowsProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly search: ReportSearch
  readonly report: ReportFigures
  readonly edits: StockEdits | undefined
  readonly showsTotals: boolean
  readonly onChange: (changes: ReportSearch) => void
}

/** The rows of the report, or why there are none. */
function Rows({ look, description, search, report, edits, showsTotals, onChange }: RowsProps) {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const { read, rows } = report
  return (
    <QueryView query={read}>
      {() =>
        rows.length === 0 && search.only !== undefined ? (
          <EmptyState
            title={t('noExceptions')}
            actions={
              <Button variant="default" onClick={() => onChange({ only: '' })}>
                {t('showAll')}
              </Button>
            }
          >
            {t('noExceptionsHint')}
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        ) : rows[0]?.buckets.length === 0 ? (
          <NoBuckets />
        ) : (
          <PivotTable
            look={look}
            description={description}
            measures={report.measures}
            rows={edits?.edited(rows) ?? rows}
            totals={showsTotals ? report.totals : []}
            edits={edits}
            total={report.total ?? rows.length}
            heat={search.show === 'heat' ? look.heat : undefined}
            compare={search.compare}
            hrefOf={({ key }) => keyHref(scenario.name, look.word, key, search)}
            onEnd={report.more}
          />
        )
      }
    </QueryView>
  )
}

/** Returns whether quantities are shown that cannot be added up over all rows. */
const isMixed = ([all]: readonly ReportTotal[], measures: readonly ReportField[]): boolean =>
  all !== undefined &&
  measures.some(({ name }) => summingOf(name).rows === 'unit' && typeof all.total[name] !== 'number') &&
  measures.every(({ name }) => summingOf(name).rows !== 'unit' || typeof all.total[name] !== 'number')
