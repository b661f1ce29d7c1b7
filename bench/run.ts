/**
 * `npm run bench -- [suite …] [--sizes=10000,100000] [--only=list] [--rounds=5] [--profile=folder]`: runs the suites,
 * prints their figures and the figures that are worse than in the last run, and stores them in `bench/results.json`
 * and in the history of machines of this kind. It only informs: the exit code is always success.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { benchChanges } from './changes.ts'
import { benchDataApi } from './data-api.ts'
import { benchExports } from './exports.ts'
import { benchFiles } from './files.ts'
import { benchLive } from './live.ts'
import { benchPlanner } from './planner.ts'
import { benchPlatform } from './platform.ts'
import { benchReports } from './reports.ts'
import { benchScenarios } from './scenarios.ts'
import { benchScale } from './scale.ts'
import { benchSpreadsheets } from './spreadsheets.ts'
import { type Figure, megabyte } from './support/figures.ts'
import {
  addToHistory,
  historyFile,
  machineKind,
  readHistory,
  worseText,
  worseThanLast,
} from './support/history.ts'
import { type BenchOptions, parseOptions } from './support/options.ts'
import { figureTable, growthTable } from './support/report.ts'
import { benchTasks } from './tasks.ts'
import { benchUi } from './ui.ts'

interface Suite {
  readonly run: (options: BenchOptions, report: (message: string) => void) => Promise<readonly Figure[]>
  /** Default numbers of rows. */
  readonly sizes: readonly number[]
  /** Runs only if it is named, because it takes long. */
  readonly named?: true
}

const suites: ReadonlyMap<string, Suite> = new Map([
  ['data-api', { run: benchDataApi, sizes: [10_000, 100_000, 500_000, 1_000_000] }],
  ['changes', { run: benchChanges, sizes: [100_000] }],
  ['scenarios', { run: benchScenarios, sizes: [20_000, 200_000, 2_000_000] }],
  ['files', { run: benchFiles, sizes: [10_000, 100_000, 1_000_000] }],
  ['exports', { run: benchExports, sizes: [10_000, 100_000, 1_000_000] }],
  ['reports', { run: benchReports, sizes: [10_000, 100_000, 1_000_000] }],
  ['spreadsheets', { run: benchSpreadsheets, sizes: [10_000, 100_000, 1_000_000] }],
  ['planner', { run: benchPlanner, sizes: [1_000, 10_000, 100_000] }],
  ['live', { run: benchLive, sizes: [10_000, 100_000] }],
  ['tasks', { run: benchTasks, sizes: [1_000] }],
  ['scale', { run: benchScale, sizes: [1_000_000, 10_000_000], named: true }],
  ['platform', { run: benchPlatform, sizes: [100_000], named: true }],
  ['ui', { run: benchUi, sizes: [10_000, 1_000_000] }],
])

const usage = `npm run bench -- [suite …] [options]

Runs benchmarks and prints their figures. Without a suite: all but ${[...suites].flatMap(([name, { named }]) => (named === true ? [name] : [])).join(', ')}.

  --sizes=10000,100000  numbers of rows, instead of those of the suite
  --only=list           only the figures whose names contain this, separated by commas
  --rounds=3            number of measurements of each figure
  --profile=folder      writes profiles into the folder
  --help                prints this text

Suites: ${[...suites.keys()].join(', ')}`

function reject(message: string): never {
  console.error(`${message}\nSee npm run bench -- --help.`)
  process.exit(2)
}

function readOptions(): ReturnType<typeof parseOptions> {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    return reject(error instanceof Error ? error.message : String(error))
  }
}

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(usage)
  process.exit(0)
}
const given = readOptions()
const options = given.profile === undefined ? given : { ...given, profile: resolve(given.profile) }
const unknown = options.suites.filter((name) => !suites.has(name))
if (unknown.length > 0) {
  reject(`There is no benchmark "${unknown.join('", "')}"; there are: ${[...suites.keys()].join(', ')}.`)
}
if (options.profile !== undefined) await mkdir(options.profile, { recursive: true })

const results: Record<string, unknown> = {}
const history = historyFile(join(import.meta.dirname, 'history'), machineKind())
const past = await readHistory(history)
for (const [name, { run, sizes, named = false }] of suites) {
  if (options.suites.length === 0 ? named : !options.suites.includes(name)) continue
  const begun = performance.now()
  const report = (message: string): void => {
    console.error(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${message}`)
  }
  try {
    const figures = await run({ ...options, sizes: options.sizes ?? sizes }, report)
    results[name] = figures
    console.log(`\n${name}\n\n${figureTable(figures)}\n\n${growthTable(figures)}\n`)
    for (const worse of worseThanLast(past, name, figures)) console.log(worseText(worse))
    await addToHistory(history, {
      date: new Date().toISOString(),
      suite: name,
      load: Math.round(loadavg()[0]! * 100) / 100,
      figures,
    })
  } catch (error) {
    results[name] = { failed: String(error) }
    console.error(error)
  }
}

const machine = {
  processors: availableParallelism(),
  memory: `${Math.round(totalmem() / megabyte)} MB`,
  node: process.version,
}
const file = join(import.meta.dirname, 'results.json')
await writeFile(file, `${JSON.stringify({ date: new Date().toISOString(), machine, ...results }, null, 2)}\n`)
