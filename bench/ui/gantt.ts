/**
 * Benchmark of the Gantt chart of a large factory: half a year of orders on many resources, one order per five sales
 * orders.
 */
import type { Client } from 'pg'
import { quantile, timed } from '../support/figures.ts'
import { type Measured, openWindow, type Stage, watchFrames } from './stage.ts'

const resources = 500
/** Number of sales orders per order. */
const share = 5
const days = 182
const begin = '2027-01-04'
const moves = 60

export async function measureGantt(stage: Stage): Promise<readonly Measured[]> {
  const bars = Math.max(resources, Math.round(stage.rows / share))
  await fillChart(stage.database, bars)
  await using window = await openWindow(stage)
  const { page } = window
  const opened = await timed(async () => {
    await page.goto(`/app/default/gantt?start=${begin}&days=${days}`)
    await page.locator('main canvas').first().waitFor()
  })
  const canvas = page.locator('main canvas').first()
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The chart is not in sight.')
  await page.mouse.move(box.x + 600, box.y + 300)
  const frames = await watchFrames(page)
  for (let move = 0; move < moves; move += 1) await page.mouse.wheel(0, 200)
  await page.mouse.down()
  for (let move = 0; move < moves; move += 1) await page.mouse.move(box.x + 600 - 4 * move, box.y + 300)
  const taken = await frames()
  await page.mouse.up()
  const note = `${bars.toLocaleString('en')} orders on ${resources} resources, ${taken.length} frames`
  return [
    { work: 'gantt: frame while scrolling and dragging, p95', ours: quantile(taken, 0.95), limit: 25, note },
    { work: 'gantt: open half a year', ours: opened, limit: 5_000, note },
  ]
}

/** Replaces the existing orders. */
async function fillChart(database: Client, bars: number): Promise<void> {
  const statements = [
    'SET session_replication_role = replica',
    `DELETE FROM "default"."operationplanresource" WHERE "source" = 'bench'`,
    `DELETE FROM "default"."operationplan" WHERE "source" = 'bench'`,
    `INSERT INTO "default"."resource" ("name") SELECT 'Machine ' || to_char(n, 'FM000') FROM generate_series(1, ${resources}) AS n
      ON CONFLICT DO NOTHING`,
    `INSERT INTO "default"."operationplan" ("source", "reference", "type", "status", "quantity", "startdate", "enddate", "name", "plan")
      SELECT 'bench', 'BENCH-' || n, 'MO', 'proposed', 5, b."start", b."start" + interval '1 hour' * (2 + n % 12), 'Work ' || n % 97, '{}'
      FROM generate_series(0, ${bars - 1}) AS n CROSS JOIN LATERAL (
        SELECT '${begin}'::timestamp + interval '1 day' * (${days}.0 * (n / ${resources}) / ${Math.ceil(bars / resources)}) AS "start") AS b`,
    `INSERT INTO "default"."operationplanresource" ("source", "resource", "operationplan", "quantity")
      SELECT 'bench', 'Machine ' || to_char(1 + n % ${resources}, 'FM000'), 'BENCH-' || n, 1 FROM generate_series(0, ${bars - 1}) AS n`,
    'RESET session_replication_role',
    'VACUUM ANALYZE "default"."operationplan", "default"."operationplanresource", "default"."resource"',
  ]
  for (const statement of statements) await database.query(statement)
}
