/** Names of the visible resources with their utilization. */
import { memo, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { recordHref } from '../../platform/record-href.ts'
import { keyHref } from '../reports/report-address.ts'
import type { ReportSearch } from '../reports/report-search.ts'
import { type PlacedRow, rowBelow } from './lanes.ts'
import { scaleHeight } from './scale.ts'
import { percentOf, type PlacedCapacity } from './strip.ts'
import styles from './gantt.module.css'

interface RowNamesProps {
  /** The scroll container. */
  readonly box: RefObject<HTMLElement | null>
  readonly rows: readonly PlacedRow[]
  readonly capacity: ReadonlyMap<string, readonly PlacedCapacity[]> | undefined
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Window and buckets of the linked report. */
  readonly window: ReportSearch
}

/** Names are rendered again after scrolling this number of pixels, and this far outside the visible area. */
const block = 400
/** Height of a link that is easy to hit, in pixels. */
const linkHeight = 24

export const RowNames = memo(function RowNames(props: RowNamesProps) {
  const { box, rows, capacity, width, height, window } = props
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const scrolled = useBlock(box)
  const first = rowBelow(rows, (scrolled - 1) * block)
  const end = rowBelow(rows, (scrolled + 2) * block + height) + 1
  return (
    <div className={styles.names} style={{ width }}>
      {rows.slice(first, end).map(({ row, top, height: tall }) => {
        const percent = percentOf(capacity?.get(row.resource) ?? [])
        const share = percent === undefined ? undefined : formats.number(percent)
        return (
          <div
            key={row.resource}
            className={styles.rowName}
            style={{ insetBlockStart: scaleHeight + top, height: tall }}
          >
            <ScreenLink
              to={recordHref(scenario.name, 'input.resource', row.resource)}
              title={[row.resource, row.location].filter(Boolean).join(' · ')}
            >
              {row.resource}
            </ScreenLink>
            {share === undefined ? null : (
              <ScreenLink
                className={styles.share}
                style={{ height: linkHeight }}
                to={keyHref(scenario.name, 'resource', [row.resource], window)}
                aria-label={t('shareOf', { resource: row.resource, percent: share })}
                title={t('shareOf', { resource: row.resource, percent: share })}
                data-over={(percent ?? 0) > 100}
              >
                {share} %
              </ScreenLink>
            )}
          </div>
        )
      })}
    </div>
  )
})

/** Returns the number of scrolled blocks, which changes rarely. */
function useBlock(box: RefObject<HTMLElement | null>): number {
  const [scrolled, setScrolled] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = (): void => setScrolled(Math.floor(element.scrollTop / block))
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box])
  return scrolled
}
