/** Names of the visible resources and groups with their utilization. */
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, memo, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { dateOf } from '../../platform/calendar/days.ts'
import { nowInPlan } from '../../platform/formats/instants.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { recordHref } from '../../platform/record-href.ts'
import { keyHref } from '../reports/report-address.ts'
import type { ReportSearch } from '../reports/report-search.ts'
import { type PlacedRow, rowBelow, type RowHeading } from './lanes.ts'
import { scaleHeight } from './scale.ts'
import { type CapacityByResource, openBuckets, percentOf } from './capacity.ts'
import styles from './gantt.module.css'

interface RowNamesProps {
  /** The scroll container. */
  readonly box: RefObject<HTMLElement | null>
  readonly rows: readonly PlacedRow[]
  readonly capacity: CapacityByResource | undefined
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Start of the window in milliseconds. */
  readonly from: number
  /** Window and buckets of the linked report. */
  readonly window: ReportSearch
  /** Opens or closes a group of resources. */
  readonly onToggle: (group: string) => void
}

/** Names are rendered again after scrolling this number of pixels, and this far outside the visible area. */
const block = 400
/** Height of a link that is easy to hit, in pixels. */
const linkHeight = 24

export const RowNames = memo(function RowNames(props: RowNamesProps) {
  const { box, rows, capacity, width, height, from, window, onToggle } = props
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const scrolled = useBlock(box)
  const first = rowBelow(rows, (scrolled - 1) * block)
  const end = rowBelow(rows, (scrolled + 2) * block + height) + 1
  // All resources share the time for which their utilization is shown.
  const [buckets = []] = capacity?.values() ?? []
  const open = openBuckets(buckets, from, nowInPlan(scenario.name))
  const [earliest, latest] = [open[0], open.at(-1)]
  const period = earliest &&
    latest && { from: formats.date(dateOf(earliest.start)), until: formats.date(dateOf(latest.end - 1)) }
  return (
    <div className={styles.names} style={{ width }}>
      {period === undefined ? null : (
        <p className={styles.sharePeriod} style={{ height: scaleHeight }}>
          <span>{t('sharePeriod')}</span>
          <bdi>{period.from}</bdi> – <bdi>{period.until}</bdi>
        </p>
      )}
      {rows.slice(first, end).map(({ row, heading, top, height: tall }) => {
        const place = { insetBlockStart: scaleHeight + top, height: tall }
        if (heading !== undefined)
          return (
            <GroupName
              key={`group ${heading.name}`}
              heading={heading}
              from={from}
              style={place}
              onToggle={onToggle}
            />
          )
        const percent = percentOf(
          openBuckets(capacity?.get(row.resource) ?? [], from, nowInPlan(scenario.name)),
        )
        const share = percent === undefined ? undefined : formats.number(percent)
        return (
          <div key={row.resource} className={styles.rowName} style={place}>
            <ScreenLink
              to={recordHref(scenario.name, 'input.resource', row.resource)}
              onKeyDown={moveFocus}
              title={[row.resource, row.location].filter(Boolean).join(' · ')}
            >
              {row.resource}
            </ScreenLink>
            {share === undefined ? null : (
              <ScreenLink
                className={styles.share}
                style={{ height: linkHeight }}
                // Reached with an arrow key from the name, so that a row is one Tab stop.
                tabIndex={-1}
                onKeyDown={moveFocus}
                to={keyHref(scenario.name, 'resource', [row.resource], window)}
                aria-label={t('shareOf', { resource: row.resource, percent: share, ...period })}
                title={t('shareOf', { resource: row.resource, percent: share, ...period })}
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

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/**
 * Moves the focus by arrow keys: left and right between the name of a resource and its utilization, up and down to the
 * next row.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = steps.get(event.key)
  const link = event.currentTarget
  const box = link.closest(`.${styles.names}`)
  const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  if (by === undefined || box === null || isShortcut) return
  const rows = [...box.children].map((row) =>
    row instanceof HTMLButtonElement ? [row] : Array.from(row.querySelectorAll('a')),
  )
  const at = rows.findIndex((links) => links.some((one) => one === link))
  const row = rows[at] ?? []
  const place = row.findIndex((one) => one === link)
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const below = rows[at + by] ?? []
  const next = isAcross
    ? row[place + (getComputedStyle(link).direction === 'rtl' ? -by : by)]
    : below[Math.min(place, below.length - 1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

interface GroupNameProps {
  readonly heading: RowHeading
  /** Start of the window in milliseconds. */
  readonly from: number
  readonly style: CSSProperties
  readonly onToggle: (group: string) => void
}

function GroupName({ heading: { name, count, isClosed, buckets }, from, style, onToggle }: GroupNameProps) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const percent = percentOf(openBuckets(buckets, from, nowInPlan(scenario.name)))
  const label = name === '' ? t('group.none') : name
  const Chevron = isClosed ? IconChevronRight : IconChevronDown
  return (
    <UnstyledButton
      className={styles.groupName}
      style={style}
      aria-expanded={!isClosed}
      onKeyDown={moveFocus}
      title={`${label} · ${t('group.count', { count })}`}
      onClick={() => onToggle(name)}
    >
      <Chevron size={14} aria-hidden="true" />
      <span>{label}</span>
      <small>{formats.number(count)}</small>
      {percent === undefined ? null : <small>{formats.number(percent)} %</small>}
    </UnstyledButton>
  )
}

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
