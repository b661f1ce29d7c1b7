/**
 * Benchmark of POST, PATCH and DELETE of many records, compared with COPY, UPDATE … FROM and DELETE of the same rows.
 * Each round adds the records, changes them and deletes them again, so that all rounds start with the same tables.
 */
import { atMostTimes, type Figure, median, megabyte, memoryAtMost, timed } from '../support/figures.ts'
import { copyPieces, type Demand, demands } from './demands.ts'
import { demandPath, type ServiceUnderTest, type Setting, withService } from './setting.ts'
import { copyInto, countRows, ours, reference, settle, vacuum } from './tables.ts'

/** Value that identifies the records of a batch. */
const source = 'bench bulk'
const condition = `"source" = '${source}'`
/** Maximum number of records per request; the bars are defined for this number. */
const largest = 100_000

/** Returns the number of records per request for a size of the table, which includes these records. */
export const batchSize = (rows: number): number => Math.min(largest, Math.floor(rows / 2))

interface Batch {
  readonly records: readonly Demand[]
  readonly post: Buffer
  /** Some of the records, for warming up. */
  readonly sample: Buffer
  readonly patch: Buffer
  readonly copy: readonly Buffer[]
}

/** A typical change by planners: later, larger, more urgent. */
const changed = ({ name, quantity, priority, due }: Demand) => ({
  name,
  quantity: quantity + 5,
  priority: priority + 1,
  due: `2028${due.slice(4)}`,
})

function prepare(rows: number): Batch {
  const records = [...demands(rows - batchSize(rows), rows, source)]
  return {
    records,
    post: Buffer.from(JSON.stringify(records)),
    sample: Buffer.from(JSON.stringify(records.slice(0, 1_000))),
    patch: Buffer.from(JSON.stringify(records.map(changed))),
    copy: [...copyPieces(records)],
  }
}

/** Kind of response: with the written rows, which is the default, or only with counts. */
interface Variant {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}

const variants: readonly Variant[] = [
  { label: '', headers: {} },
  { label: ', return=minimal', headers: { prefer: 'return=minimal' } },
]

const steps = ['post', 'patch', 'delete'] as const
type Step = (typeof steps)[number]
type Times = Record<Step, number[]>
const noTimes = (): Times => ({ post: [], patch: [], delete: [] })

const bars: Readonly<Record<Step, { readonly limit: number; readonly against: string }>> = {
  post: { limit: 1.5, against: 'COPY of the same rows' },
  patch: { limit: 2, against: 'UPDATE … FROM a loaded table' },
  delete: { limit: 1.3, against: 'the bare DELETE' },
}
const bodyTimes = 10

export async function measureBulkWrites(setting: Setting): Promise<readonly Figure[]> {
  const { database, rows, rounds } = setting
  const batch = prepare(rows)
  await stage(setting, batch)
  const references = noTimes()
  const measured = variants.map((variant) => ({ variant, times: noTimes(), memory: 0 }))
  for (let round = 0; round < rounds; round += 1) {
    for (const own of measured) {
      own.memory = Math.max(own.memory, await oursRound(setting, batch, own.variant, own.times))
      await referenceRound(setting, batch, references)
    }
  }
  await database.query('DROP TABLE bench.staging')
  const size = batch.post.length
  const all = measured.flatMap(({ variant, times, memory }) =>
    steps.map((step): Figure => {
      const [one, other] = [median(times[step]), median(references[step])]
      const figure: Figure = {
        work: `${step.toUpperCase()} of ${batch.records.length.toLocaleString('en')}${variant.label}`,
        rows,
        records: batch.records.length,
        unit: 'ms',
        ours: one,
        reference: other,
        against: bars[step].against,
        bar: atMostTimes(bars[step].limit, one, other),
      }
      if (step !== 'post' || memory === 0) return figure
      const note = `body ${(size / megabyte).toFixed(1)} MB`
      return Object.assign(figure, { memory, note }, memoryAtMost(bodyTimes * size, memory))
    }),
  )
  // The response of a DELETE is the same in both variants.
  return all.filter(({ work }) => !work.startsWith(`DELETE`) || !work.endsWith('minimal'))
}

async function stage({ database }: Setting, { records }: Batch): Promise<void> {
  await database.query(
    `CREATE TABLE bench.staging (LIKE ${reference} INCLUDING DEFAULTS, PRIMARY KEY ("name"))`,
  )
  const later = records.map((record) => ({ ...record, ...changed(record) }))
  await copyInto(database, 'bench.staging', copyPieces(later))
  await database.query('VACUUM (ANALYZE) bench.staging')
}

/** Runs the steps on a fresh service. Returns the growth of its memory after the first step, 0 if unknown. */
async function oursRound(setting: Setting, batch: Batch, variant: Variant, times: Times): Promise<number> {
  const { database } = setting
  const step = async (name: Step, action: () => Promise<{ readonly total: number }>): Promise<void> => {
    await settle(database)
    times[name].push((await action()).total)
  }
  const run = async ({ client, growth }: ServiceUnderTest): Promise<number> => {
    // The first write of a process loads and compiles the code for it.
    await client.send('POST', `${demandPath}?dryrun=1`, batch.sample, variant.headers)
    await step('post', () => client.send('POST', demandPath, batch.post, variant.headers))
    await expectCount(setting, ours, condition, batch.records.length)
    const memory = (await growth()) ?? 0
    await step('patch', () => client.send('PATCH', demandPath, batch.patch, variant.headers))
    await expectCount(setting, ours, `${condition} AND "due" >= '2028-01-01'`, batch.records.length)
    const query = new URLSearchParams({ source }).toString()
    await step('delete', () => client.send('DELETE', `${demandPath}?${query}`))
    await expectCount(setting, ours, condition, 0)
    return memory
  }
  const memory = await withService(setting, run)
  await vacuum(database)
  return memory
}

async function referenceRound(setting: Setting, batch: Batch, times: Times): Promise<void> {
  const { database } = setting
  const step = async (name: Step, action: () => Promise<unknown>): Promise<void> => {
    await settle(database)
    times[name].push(await timed(action))
  }
  await step('post', () => copyInto(database, reference, batch.copy))
  await step('patch', () =>
    database.query(
      `UPDATE ${reference} AS d SET "quantity" = s."quantity", "priority" = s."priority", "due" = s."due"
       FROM bench.staging AS s WHERE s."name" = d."name"`,
    ),
  )
  await expectCount(setting, reference, `${condition} AND "due" >= '2028-01-01'`, batch.records.length)
  await step('delete', () => database.query(`DELETE FROM ${reference} WHERE ${condition}`))
  await vacuum(database)
}

async function expectCount(
  { database }: Setting,
  table: string,
  where: string,
  expected: number,
): Promise<void> {
  const found = await countRows(database, table, where)
  if (found !== expected) throw new Error(`${found} rows of ${table} where ${where}; expected ${expected}.`)
}
