/** Computes the paths of the small chart of a row. */
import type { Trend } from '../../../../src/model/reports/figure-rules.ts'
import type { ReportRow } from '../../platform/api/reports.ts'
import { round } from './stock-mark.ts'

/** The figures of a chart, by bucket. */
export interface Course {
  /** Undefined where there is no figure. */
  readonly levels: readonly (number | undefined)[]
  readonly limits: readonly (number | undefined)[]
  /** Whether the level is beyond its limit. */
  readonly beyond: readonly boolean[]
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Returns the figures of a row; undefined if it has none. */
export function courseOf({ figure, limit, side }: Trend, { buckets }: ReportRow): Course | undefined {
  const levels = buckets.map(({ figures }) => numberOf(figures[figure]))
  if (levels.every((level) => level === undefined)) return undefined
  const limits = buckets.map(({ figures }) => (typeof limit === 'string' ? numberOf(figures[limit]) : limit))
  const beyond = levels.map((level, at) => {
    const bound = limits[at]
    if (level === undefined || bound === undefined || side === undefined) return false
    return side === 'below' ? round(level) < round(bound) : round(level) > round(bound)
  })
  return { levels, limits, beyond }
}

const boxWidth = 100
/** Distance of the lines from the edges; the marks are below. */
const [top, bottom] = [2, 15]
const markHeight = 19

const text = (number: number): string => String(Math.round(number * 10) / 10)

/** Returns the paths in a box of 100 by 20. */
export function pathsOf({ levels, limits, beyond }: Course) {
  const known = [...levels, ...limits, 0].filter((level) => level !== undefined)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const step = boxWidth / levels.length
  const heightOf = (level: number): number =>
    most === least ? bottom : bottom - ((level - least) / (most - least)) * (bottom - top)
  /** Returns steps, with gaps where there is nothing. */
  const steps = (values: readonly (number | undefined)[]): string => {
    let path = ''
    let isOpen = false
    let last: number | undefined
    for (const [at, value] of values.entries()) {
      if (value === undefined) {
        isOpen = false
        last = undefined
        continue
      }
      // Equal steps are one.
      const same = isOpen && last === value && path.endsWith(`H${text(at * step)}`)
      if (same) path = path.slice(0, path.lastIndexOf('H'))
      else path += isOpen ? `V${text(heightOf(value))}` : `M${text(at * step)} ${text(heightOf(value))}`
      path += `H${text((at + 1) * step)}`
      isOpen = true
      last = value
    }
    return path
  }
  const marks = beyond.map((is, at) => (is ? `M${text(at * step)} ${markHeight}h${text(step)}` : ''))
  return { level: steps(levels), limit: steps(limits), beyond: marks.join('') }
}
