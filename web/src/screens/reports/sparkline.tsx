/**
 * Small chart of a row of a report: the level of its trend over the shown buckets, a dashed line for its limit, and
 * marks at the bottom below the buckets beyond the limit, which differ by their place and not by their color alone.
 */
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trend } from '../../../../src/model/reports/figure-rules.ts'
import type { ReportDescription, ReportRow } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { type ReportLook, trendOf } from './reports.ts'
import { round } from './stock-mark.ts'
import { type Course, courseOf, pathsOf } from './trend-paths.ts'
import styles from './reports.module.css'

interface SparklineProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly row: ReportRow
}

/** Renders nothing for a row without numbers. */
export const Sparkline = memo(function Sparkline({ look, description, row }: SparklineProps) {
  const trend = trendOf(look)
  const course = trend === undefined ? undefined : courseOf(trend, row)
  const words = useCourseWords(description, trend)
  if (course === undefined) return null
  const { level, limit, beyond } = pathsOf(course)
  const text = words(course)
  return (
    <>
      <svg className={styles.spark} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
        <title>{text}</title>
        {limit === '' ? null : <path className={styles.sparkLimit} d={limit} />}
        <path className={styles.sparkLevel} d={level} />
        {beyond === '' ? null : <path className={styles.sparkBeyond} d={beyond} />}
      </svg>
      <span className="visually-hidden">{text}</span>
    </>
  )
})

/** Returns what tells a course in words. */
function useCourseWords(description: ReportDescription, trend: Trend | undefined) {
  const { t } = useTranslation('reports')
  const { number } = useFormats()
  const label = description.measures.find(({ name }) => name === trend?.figure)?.label ?? ''
  return ({ levels, beyond }: Course): string => {
    const known = levels.filter((level) => level !== undefined)
    const range = t('trend.range', {
      figure: heading(label),
      least: number(round(Math.min(...known))),
      most: number(round(Math.max(...known))),
    })
    const count = beyond.filter(Boolean).length
    return trend?.side === undefined || count === 0
      ? range
      : `${range} ${t(`trend.${trend.side}`, { count })}`
  }
}
