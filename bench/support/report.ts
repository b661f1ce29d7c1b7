/** Prints figures as tables: every figure with its bar, then the growth of cost and memory with the size of the table. */
import { type Bar, type Figure, megabyte } from './figures.ts'

const heads = [
  'work',
  'rows',
  'ours',
  'reference',
  'ratio',
  'bar',
  '',
  'memory',
  'bar',
  '',
  'reference is',
] as const

export function figureTable(figures: readonly Figure[]): string {
  return table([heads, ...figures.map(figureLine)])
}

function figureLine(figure: Figure): readonly string[] {
  const { ours, reference, unit, bar, memory, memoryBar } = figure
  return [
    figure.work,
    count(figure.rows),
    quantity(ours, unit),
    reference === undefined ? '–' : quantity(reference, unit),
    reference === undefined ? '–' : (ours / reference).toFixed(2),
    bar?.text ?? '–',
    verdict(bar),
    memory === undefined ? '–' : `${(memory / megabyte).toFixed(0)} MB`,
    memoryBar?.text ?? '–',
    verdict(memoryBar),
    [figure.against, figure.note].filter((text) => text !== undefined).join('; '),
  ]
}

const verdict = (bar: Bar | undefined): string => (bar === undefined ? '' : bar.met ? 'met' : 'MISSED')

/** Returns the cost per record and the memory by the size of the table, for work measured at several sizes. */
export function growthTable(figures: readonly Figure[]): string {
  const works = Map.groupBy(
    figures.filter(({ unit }) => unit === 'ms'),
    ({ work }) => work,
  )
  const sizes = [...new Set(figures.map(({ rows }) => rows))].sort((one, other) => one - other)
  const lines = [...works].map(([work, measured]) =>
    [work].concat(sizes.map((size) => growthCell(measured, size))),
  )
  return table([['µs per record (memory)', ...sizes.map((size) => `${count(size)} rows`)], ...lines])
}

function growthCell(measured: readonly Figure[], size: number): string {
  const figure = measured.find(({ rows }) => rows === size)
  if (figure === undefined) return '–'
  const { ours, records, memory } = figure
  const cost = ((1000 * ours) / records).toFixed(1)
  return memory === undefined ? cost : `${cost} (${(memory / megabyte).toFixed(0)} MB)`
}

const count = (value: number): string => value.toLocaleString('en')

function quantity(value: number, unit: Figure['unit']): string {
  if (unit === '×' || unit === '%') return `${value.toFixed(1)} ${unit}`
  if (unit !== 'ms') return `${count(Math.round(value))} ${unit}`
  return value < 10 ? `${value.toFixed(2)} ms` : `${count(Math.round(value))} ms`
}

function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const [head = '', ...body] = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
  return [head, '-'.repeat(head.length), ...body].join('\n')
}
