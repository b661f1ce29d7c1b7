/**
 * Benchmark of copy, backup and restore of a scenario at several sizes, compared with `pg_dump -Fc` and `pg_restore`
 * of the same schema and rows, run by the PostgreSQL of the machine with the same settings. Ours and the reference
 * alternate.
 */
import { Client } from 'pg'
import { fillStatements, filledRows } from './scenarios/data.ts'
import { type ReferenceServer, startReference } from './scenarios/reference-server.ts'
import { type ScenarioWorker, startScenarioWorker } from './scenarios/scenario-worker.ts'
import { atMostTimes, type Figure, median, megabyte } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

interface Setting {
  readonly worker: ScenarioWorker
  /** A separate connection of the benchmark. */
  readonly database: Client
  readonly reference: ReferenceServer | undefined
  readonly folder: string
  readonly rounds: number
}

/** Milliseconds of each round, and further figures. */
interface Measured {
  readonly ours: readonly number[]
  readonly references: readonly number[]
  readonly memory: readonly number[]
  readonly note?: string
}

interface Measurement {
  readonly name: string
  readonly work: string
  readonly limit: number
  readonly against: (name: string) => string
  readonly measure: (setting: Setting) => Promise<Measured>
}

const measurements: readonly Measurement[] = [
  {
    name: 'copy',
    work: 'scenario copy',
    limit: 0.4,
    against: (name) => `${name} -Fc | pg_restore`,
    measure: (setting) =>
      inTurn(setting, {
        prepare: ({ worker }) => worker.run({ kind: 'release' }).then(() => undefined),
        ours: ({ worker }) => worker.run({ kind: 'copy' }),
        reference: (reference) => reference.copy(),
      }),
  },
  {
    name: 'backup',
    work: 'backup',
    limit: 1,
    against: (name) => `${name} -Fc`,
    measure: async (setting) => {
      let [size, referenceSize] = [0, 0]
      const measured = await inTurn(setting, {
        ours: async ({ worker, folder }) => {
          const result = await worker.run({ kind: 'backup', folder })
          size = result.bytes
          return result
        },
        reference: async (reference) => {
          const { milliseconds, bytes } = await reference.backup()
          referenceSize = bytes
          return milliseconds
        },
      })
      const sizes = `${inMegabytes(size)}, ${inMegabytes(referenceSize)} by the reference`
      return { ...measured, note: setting.reference === undefined ? inMegabytes(size) : sizes }
    },
  },
  {
    name: 'restore',
    work: 'restore',
    limit: 1,
    against: (name) => name.replace('pg_dump', 'pg_restore'),
    measure: async (setting) => {
      const { path } = await setting.worker.run({ kind: 'backup', folder: setting.folder })
      await setting.reference?.backup()
      return inTurn(setting, {
        prepare: ({ worker }) => worker.run({ kind: 'release' }).then(() => undefined),
        ours: ({ worker }) => worker.run({ kind: 'restore', path }),
        reference: (reference) => reference.restore(),
      })
    },
  },
]

const inMegabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(0)} MB`

interface Turn {
  readonly prepare?: (setting: Setting) => Promise<void>
  readonly ours: (
    setting: Setting,
  ) => Promise<{ readonly milliseconds: number; readonly memory: number | undefined }>
  readonly reference: (reference: ReferenceServer) => Promise<number>
}

/** Alternates, so that other load of the machine affects both. */
async function inTurn(setting: Setting, { prepare, ours, reference }: Turn): Promise<Measured> {
  const measured = { ours: [] as number[], references: [] as number[], memory: [] as number[] }
  for (let round = 0; round < setting.rounds; round += 1) {
    await prepare?.(setting)
    await setting.database.query('CHECKPOINT')
    const { milliseconds, memory } = await ours(setting)
    measured.ours.push(milliseconds)
    if (memory !== undefined) measured.memory.push(memory)
    if (setting.reference !== undefined) measured.references.push(await reference(setting.reference))
  }
  return measured
}

function asFigure(
  { work, limit, against }: Measurement,
  { ours, references, memory, note }: Measured,
  { rows, reference }: { readonly rows: number; readonly reference: ReferenceServer | undefined },
): Figure {
  // The median of the ratios of consecutive rounds, which other load of the machine does not affect.
  const ratio = reference === undefined ? undefined : median(ours.map((one, at) => one / references[at]!))
  const time = median(ours)
  return {
    work,
    rows,
    records: rows,
    unit: 'ms',
    ours: time,
    ...(reference === undefined || ratio === undefined
      ? { against: 'none: this machine has no PostgreSQL with pg_dump (apt-get install postgresql)' }
      : {
          reference: time / ratio,
          against: against(reference.name),
          bar: atMostTimes(limit, ratio, 1),
        }),
    ...(memory.length === 0 ? {} : { memory: Math.max(...memory) }),
    ...(note === undefined ? {} : { note }),
  }
}

export async function benchScenarios(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = measurements.filter(({ name }) => only.length === 0 || only.includes(name))
  const figures: Figure[] = []
  for (const size of sizes) {
    // Each size has separate servers, so that earlier sizes do not affect it.
    await withInstallation({ profile }, async ({ databaseUrl, folder, stopFirst }) => {
      const database = new Client({ connectionString: databaseUrl })
      await database.connect()
      const worker = startScenarioWorker(databaseUrl)
      const reference = await startReference(folder)
      stopFirst(async () => reference?.[Symbol.asyncDispose]())
      try {
        report(`filling ${filledRows(size).toLocaleString('en')} rows`)
        await fill(database)(size)
        await worker.run({ kind: 'copy' })
        const { path } = await worker.run({ kind: 'backup', folder })
        await reference?.fill(path)
        for (const measurement of chosen) {
          report(`${measurement.name} of ${size.toLocaleString('en')} rows`)
          const measured = await measurement.measure({ worker, database, reference, folder, rounds })
          report(
            `  ours ${measured.ours.map(Math.round).join(' ')}, reference ${measured.references.map(Math.round).join(' ')} ms`,
          )
          figures.push(asFigure(measurement, measured, { rows: filledRows(size), reference }))
        }
      } finally {
        await reference?.[Symbol.asyncDispose]()
        worker.stop()
        await database.end()
      }
    })
  }
  return figures
}

/** Fills production without checking foreign keys, because generated rows contain only valid references. */
const fill =
  (database: Client) =>
  async (size: number): Promise<void> => {
    await database.query('SET search_path TO "default"; SET session_replication_role TO replica')
    for (const statement of fillStatements(size)) await database.query(statement)
    await database.query('RESET search_path; RESET session_replication_role')
    await database.query('VACUUM ANALYZE')
  }
