/**
 * Figures of earlier runs, a file per kind of machine: figures of different machines say nothing about each other. What
 * counts is the ratio to the reference of the same run.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Figure } from './figures.ts'

/** One run of one suite. */
export interface PastRun {
  /** ISO 8601. */
  readonly date: string
  readonly suite: string
  /** Load of the machine over the last minute, when the suite had ended. */
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
  /** When it was better. */
  readonly date: string
}

/** A ratio that is worse by more than this is reported. */
const tolerated = 1.1

/** Words for what makes figures comparable: `linux-x64-2-xeon-...-24gb`. */
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

/** Runs in the order in which they were made; none where there is no file. A line that is cut off is left out. */
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

/** Figures whose ratio is worse by more than a tenth than when they were measured last. */
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

/** Undefined for figures that are neither better nor worse. */
function ratioOf({ unit, ours, reference }: PastFigure): number | undefined {
  if (unit === 'orders' || reference === undefined || reference <= 0 || ours <= 0) return undefined
  return ours / reference
}

export const worseText = ({ work, rows, before, now, date }: Worse): string =>
  `worse than on ${date.slice(0, 16).replace('T', ' ')}: ${work}, ${rows.toLocaleString('en')} rows: ${before.toFixed(2)} → ${now.toFixed(2)} × the reference`
