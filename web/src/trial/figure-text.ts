/** Key figures of a plan as texts. */
import type { KeyFigures } from '../api/plan-trials.ts'
import { useFormats } from '../app/use-formats.ts'

/** In the sequence in which they are shown. */
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

/** Whether more of it is good; undefined where that depends. */
export const isGoodFigure: Readonly<Record<FigureName, boolean | undefined>> = {
  ontime: true,
  late: false,
  short: false,
  quantity_days_late: false,
  stock_value: undefined,
  setup_hours: false,
  utilization: undefined,
}

/** To one digit: smaller differences are not shown. */
export const roundedFigure = (value: number): number => Math.round(value * 10) / 10

export function useFigureText(): (name: FigureName, value: number) => string {
  const formats = useFormats()
  return (name, value) =>
    name === 'utilization' ? formats.percent(value / 100, 1) : formats.number(roundedFigure(value))
}
