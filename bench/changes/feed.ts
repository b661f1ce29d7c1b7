/**
 * Benchmark of the replay of events: change sets from the beginning of the log, compared with the server writing the
 * same ones as text.
 */
import type { Client } from 'pg'
import { type Figure, median, megabyte, memoryAtMost, timed } from '../support/figures.ts'
import type { Installation, RunningService } from '../support/installation.ts'
import { readMemory, resetPeak } from '../support/process-figures.ts'

/** Minimum number of events per second. */
const leastPerSecond = 10_000
/** Maximum growth of the memory of the service during the replay, regardless of the number of events. */
const memoryLimit = 96 * megabyte

/** Inserts change sets into the log, each with counts of one entity, as if written by many transactions. */
async function fillLog(database: Client, count: number): Promise<void> {
  await database.query(`WITH "made" AS (
      INSERT INTO "default"."changeset" ("channel", "transaction")
      SELECT 'api', 1 + g % 500 FROM generate_series(1, ${count}) g RETURNING "id")
    INSERT INTO "default"."changesetentity" ("changeset", "entity", "created", "updated", "deleted")
    SELECT "id", 'input.customer', 1, 0, 0 FROM "made"`)
  await database.query('VACUUM ANALYZE')
}

/** The same data, written by the server alone. */
const reference = `COPY (SELECT json_build_object('kind', 'changeset', 'time', s."created", 'changeset', s."id", 'channel', s."channel",
    'entities', (SELECT json_agg(json_build_object('entity', n."entity", 'created', n."created"))
      FROM "default"."changesetentity" n WHERE n."changeset" = s."id"))
  FROM "default"."changeset" s ORDER BY s."transaction", s."id") TO STDOUT`

export async function benchFeed(
  { database, copyOut }: { readonly database: Client; readonly copyOut: (sql: string) => Promise<unknown> },
  { authorization }: Installation,
  { url, pid }: RunningService,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<Figure> {
  await fillLog(database, rows)
  const replay = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/events/?kinds=changeset`, { headers: { authorization } })
    if (!answer.ok || answer.body === null) throw new Error(`Events were answered with ${answer.status}.`)
    let lines = 0
    for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines += 1
    if (lines < rows) throw new Error(`${lines} events of ${rows} were told.`)
  }
  await replay()
  const idle = (await readMemory(pid))?.now
  await resetPeak(pid)
  const [ours, references]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timed(replay))
    references.push(await timed(() => copyOut(reference)))
  }
  const peak = (await readMemory(pid))?.peak
  const perSecond = rows / (median(ours) / 1_000)
  const grown = peak === undefined || idle === undefined ? undefined : peak - idle
  return {
    work: 'replay of events',
    rows,
    records: rows,
    unit: 'ms',
    ours: median(ours),
    reference: median(references),
    against: 'the server writing them',
    bar: { text: `≥ ${leastPerSecond.toLocaleString('en')}/s`, met: perSecond >= leastPerSecond },
    ...(grown === undefined ? {} : { memory: grown, ...memoryAtMost(memoryLimit, grown) }),
    note: `${Math.round(perSecond).toLocaleString('en')} events/s, peak ${Math.round((peak ?? 0) / megabyte)} MB resident`,
  }
}
