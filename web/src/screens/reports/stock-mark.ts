/** Decides which figures of a report are stock below its safety stock or below zero. */
import type { Figure } from '../../platform/api/reports.ts'
import type { ReportLook } from './reports.ts'

export const stockMarks = ['below', 'negative'] as const
export type StockMark = (typeof stockMarks)[number]

/** Returns the mark of a figure; undefined if it is no stock, or enough of it. */
export function stockMark(
  { stock }: Pick<ReportLook, 'stock'>,
  measure: string,
  figures: Readonly<Record<string, Figure>>,
): StockMark | undefined {
  if (stock === undefined || !stock.levels.includes(measure)) return undefined
  const [level, least] = [roundedNumber(figures[measure]), roundedNumber(figures[stock.least])]
  return level === undefined
    ? undefined
    : level < 0
      ? 'negative'
      : least !== undefined && level < least
        ? 'below'
        : undefined
}

/** Rounds to the two decimals that are shown. */
export const round = (figure: number): number => Math.round(figure * 100) / 100

const roundedNumber = (figure: Figure | undefined): number | undefined =>
  typeof figure === 'number' ? round(figure) : undefined
