/** Benchmark of POST of one new record on a persistent connection, compared with a prepared INSERT of the same record. */
import { atMostTimes, type Figure, median, quantile, timed } from '../support/figures.ts'
import { type Demand, demand, demandColumns } from './demands.ts'
import { demandPath, type Setting, withService } from './setting.ts'
import { columnList, ours, reference, rowValues, settle, vacuum } from './tables.ts'

const writes = 500
const warmUp = 100
/** Value that identifies these records. */
const source = 'bench single'

const record = (turn: number): Demand => ({ ...demand(turn, source), name: `ONE-${turn}` })

export async function measureSingleWrite(setting: Setting): Promise<readonly Figure[]> {
  const { database, rows } = setting
  const places = demandColumns.map((_, index) => `$${index + 1}`).join(', ')
  const text = `INSERT INTO ${reference} (${columnList}) VALUES (${places})`
  return withService(setting, async ({ client }) => {
    await settle(database)
    const times: number[] = []
    const references: number[] = []
    for (let turn = 0; turn < warmUp + writes; turn += 1) {
      const body = JSON.stringify(record(turn))
      const values = [...rowValues(record(turn))]
      const { total } = await client.send('POST', demandPath, body)
      const against = await timed(() => database.query({ name: 'insert', text, values }))
      if (turn < warmUp) continue
      times.push(total)
      references.push(against)
    }
    for (const table of [ours, reference]) {
      await database.query(`DELETE FROM ${table} WHERE "source" = $1`, [source])
    }
    await vacuum(database)
    const [one, other] = [median(times), median(references)]
    return [
      {
        work: 'POST one record, p50',
        rows,
        records: 1,
        unit: 'ms',
        ours: one,
        reference: other,
        against: 'prepared INSERT',
        bar: atMostTimes(3, one, other),
        note: `p95 ${quantile(times, 0.95).toFixed(2)} against ${quantile(references, 0.95).toFixed(2)} ms`,
      },
    ]
  })
}
