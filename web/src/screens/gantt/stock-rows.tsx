/**
 * Stock of the materials of the selected order over the time of the chart, below it; without one, of the buffers below
 * safety stock.
 */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { exceptionsQuery } from '../../platform/api/exceptions.ts'
import { orderMaterialsQuery, stockQuery, type StockRow } from '../../platform/api/order-materials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { keyHref } from '../reports/report-address.ts'
import type { ReportSearch } from '../reports/report-search.ts'
import type { PlacedBar } from './lanes.ts'
import { ShownOf } from './shown-of.tsx'
import { stockSteps } from './stock-steps.ts'
import { timeOf } from '../../platform/calendar/days.ts'
import styles from './stock.module.css'

interface StockRowsProps {
  readonly chosen: PlacedBar | undefined
  /** Whether unsaved moves are shown, which the stock does not contain. */
  readonly isTried: boolean
  /** Window and buckets of the chart. */
  readonly window: ReportSearch & { readonly start: string; readonly end: string }
}

/** Maximum number of materials. */
const most = 8

export function StockRows({ chosen, isTried, window }: StockRowsProps) {
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const reference = chosen?.bar.reference ?? ''
  const materials = useQuery({
    ...orderMaterialsQuery(scenario.name, reference),
    enabled: reference !== '',
  })
  const short = useQuery({
    ...exceptionsQuery(scenario.name, { group: 'shortage', status: 'open' }, most),
    enabled: reference === '',
  })
  // Without a selected order, the buffers below safety stock that have the largest effect.
  const shortages = (short.data?.rows ?? []).flatMap(({ item, location }) =>
    item === null || location === null ? [] : { item, location },
  )
  const all = reference === '' ? shortages : (materials.data ?? [])
  const total = reference === '' ? (short.data?.total ?? 0) : all.length
  const shown = all.slice(0, most)
  const { start, end, bucket } = window
  const stock = useQuery(stockQuery(scenario.name, shown, { start, end, bucket }))
  const source = reference === '' ? short : materials
  const failed = [source, stock].find(({ error }) => error !== null)
  const { isPending } = source
  return (
    <section className={styles.stock} aria-label={t('stock.title')}>
      {chosen === undefined ? <p>{t('stock.hint')}</p> : null}
      {isTried ? <p>{t('stock.stored')}</p> : null}
      {failed?.error ? (
        <ErrorState error={failed.error} inline onRetry={() => void failed.refetch()} />
      ) : isPending || (shown.length > 0 && stock.isPending) ? (
        <LoadingSkeleton rows={2} />
      ) : (stock.data ?? []).length === 0 ? (
        <p>{t(chosen === undefined ? 'stock.noShortage' : 'stock.none')}</p>
      ) : (
        <ul>
          {stock.data?.map((row) => (
            <StockLine key={`${row.item} ${row.location}`} row={row} window={window} />
          ))}
        </ul>
      )}
      <ShownOf shown={shown.length} total={total} />
    </section>
  )
}

function StockLine({ row, window }: { readonly row: StockRow; readonly window: StockRowsProps['window'] }) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const { item, location } = row
  const steps = stockSteps(row, timeOf(`${window.start}T00:00:00`), timeOf(`${window.end}T00:00:00`))
  if (steps === undefined) return null
  const { stock, safety, below, belowCount, lowest, highest } = steps
  const words = t('stock.words', {
    item,
    location,
    lowest: formats.number(lowest),
    highest: formats.number(highest),
  })
  const low = belowCount === 0 ? '' : t('stock.below', { count: belowCount })
  return (
    <li>
      <span className={styles.name}>
        <ScreenLink
          to={keyHref(scenario.name, 'inventory', [item, location], window)}
          title={`${item} · ${location}`}
        >
          {item}
        </ScreenLink>
        <small data-below={belowCount > 0}>
          {formats.number(lowest)} – {formats.number(highest)}
        </small>
      </span>
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label={`${words} ${low}`}>
        <title>{`${words} ${low}`}</title>
        <path d={below} fill="var(--bad-soft)" />
        <path d={`${stock}V1000H0Z`} className={styles.area} />
        <path d={stock} className={styles.line} />
        <path d={safety} className={styles.safety} />
      </svg>
    </li>
  )
}
