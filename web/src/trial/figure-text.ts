/** Formats key figures of a plan. */
import type { KeyFigures } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'

/** Figures in the order of display. */
export const figureNames = [
  'ontime',
  'late',
  'short',
  'quantity_days_late',
  'stock_value',
  'setup_hours',
  'utilization',
] as const satisfies readonly (keyof KeyFigures)[]

export type FigureName = (typeof figureNames)[number]

/** Whether higher values are better; undefined if that depends on the case. */
export const isGoodFigure: Readonly<Record<FigureName, boolean | undefined>> = {
  ontime: true,
  late: false,
  short: false,
  quantity_days_late: false,
  stock_value: undefined,
  setup_hours: false,
  utilization: undefined,
}

/** Rounds to one decimal, and from 100 to whole numbers; smaller differences are not shown. */
export const roundedFigure = (value: number): number =>
  // Small negative differences are rounded to minus zero.
  (Math.abs(value) < 100 ? Math.round(value * 10) / 10 : Math.round(value)) || 0

export function useFigureText(): (name: FigureName, value: number) => string {
  const formats = useFormats()
  return (name, value) =>
    name === 'utilization' ? formats.percent(value / 100, 1) : formats.number(roundedFigure(value))
}
