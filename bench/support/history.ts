/**
 * Figures of earlier runs, in one file per kind of machine, because figures of different machines are not comparable.
 * The ratio to the reference of the same run is compared.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Figure } from './figures.ts'

/** One run of one suite. */
export interface PastRun {
  /** Date and time in ISO 8601. */
  readonly date: string
  readonly suite: string
  /** Load of the machine over the last minute, at the end of the suite. */
  readonly load: number
  readonly figures: readonly PastFigure[]
}

export type PastFigure = Pick<Figure, 'work' | 'rows' | 'unit' | 'ours' | 'reference' | 'memory'>

export interface Worse {
  readonly work: string
  readonly rows: number
  /** Ratios to the reference. */
  readonly before: number
  readonly now: number
  /** Date of the better figure. */
  readonly date: string
}

/** Factor above which a worse ratio is reported. */
const tolerated = 1.1

/** Returns the properties that make figures comparable, as text: `linux-x64-2-xeon-...-24gb`. */
export function machineKind(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const parts = [
    process.platform,
    process.arch,
    availableParallelism(),
    cpus()[0]?.model ?? '',
    `${gigabytes}gb`,
  ]
  return parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
}

export const historyFile = (folder: string, kind: string): string => join(folder, `${kind}.jsonl`)

/** Returns the runs in chronological order; none if the file does not exist. A truncated line is left out. */
export async function readHistory(file: string): Promise<readonly PastRun[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      const run: Partial<PastRun> | null = JSON.parse(line)
      const { date, suite, load, figures } = run ?? {}
      return date === undefined || suite === undefined || load === undefined || !Array.isArray(figures)
        ? []
        : [{ date, suite, load, figures }]
    } catch {
      return []
    }
  })
}

export async function addToHistory(file: string, run: PastRun): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const figures = run.figures.map(({ work, rows, unit, ours, reference, memory }): PastFigure => ({
    work,
    rows,
    unit,
    ours,
    ...(reference === undefined ? {} : { reference }),
    ...(memory === undefined ? {} : { memory }),
  }))
  await appendFile(file, `${JSON.stringify({ ...run, figures })}\n`)
}

/** Returns the figures whose ratio is worse than at their last measurement by more than a tenth. */
export function worseThanLast(
  history: readonly PastRun[],
  suite: string,
  figures: readonly PastFigure[],
): readonly Worse[] {
  const runs = history.filter((run) => run.suite === suite).toReversed()
  return figures.flatMap((figure) => {
    const now = ratioOf(figure)
    if (now === undefined) return []
    for (const { date, figures: past } of runs) {
      const same = past.find(({ work, rows }) => work === figure.work && rows === figure.rows)
      const before = same === undefined ? undefined : ratioOf(same)
      if (before === undefined) continue
      const grown = isRate(figure) ? before / now : now / before
      return grown > tolerated ? [{ work: figure.work, rows: figure.rows, before, now, date }] : []
    }
    return []
  })
}

const isRate = ({ unit }: PastFigure): boolean => unit === 'req/s' || unit === 'tasks/s'

/** Returns the ratio; undefined for figures that are neither better nor worse. */
function ratioOf({ unit, ours, reference }: PastFigure): number | undefined {
  if (unit === 'orders' || reference === undefined || reference <= 0 || ours <= 0) return undefined
  return ours / reference
}

export const worseText = ({ work, rows, before, now, date }: Worse): string =>
  `worse than on ${date.slice(0, 16).replace('T', ' ')}: ${work}, ${rows.toLocaleString('en')} rows: ${before.toFixed(2)} → ${now.toFixed(2)} × the reference`
