/** Benchmark of opening the most used screens with many sales orders: start page, lists, search, reports. */
import type { Page } from 'playwright-core'
import { gridOf } from '../../test/support/grid.ts'
import { demandName } from '../data-api/demands.ts'
import { median, timed } from '../support/figures.ts'
import { type Measured, openWindow, type Stage } from './stage.ts'

interface Screen {
  readonly work: string
  readonly limit: number
  readonly open: (page: Page, stage: Stage) => Promise<number>
}

const listOf = (name: string, path: string): Screen => ({
  work: `list of ${name}: open`,
  limit: 1_000,
  open: (page) =>
    timed(async () => {
      await page.goto(`/app/default/data/${path}`)
      await gridOf(page).ready()
    }),
})

const screens: readonly Screen[] = [
  {
    work: 'start page: open',
    limit: 1_000,
    open: (page) =>
      timed(async () => {
        await page.goto('/app/default/')
        await page
          .getByRole('link', { name: /^Orders late/ })
          .locator('strong')
          .waitFor()
        await page
          .getByRole('region', { name: 'Most delayed orders' })
          .getByRole('listitem')
          .first()
          .waitFor()
      }),
  },
  listOf('items', 'item'),
  listOf('customers', 'customer'),
  listOf('late sales orders', 'demand?delay__gt=0&ordering=-delay'),
  {
    work: 'search for a sales order',
    limit: 500,
    open: async (page, { rows }) => {
      await page.keyboard.press('Control+k')
      const search = page.getByRole('dialog').getByLabel('Search pages, commands and records').last()
      await search.waitFor()
      const name = demandName(Math.floor(rows * Math.random()))
      const taken = await timed(async () => {
        await search.fill(name)
        await page.getByRole('option', { name: new RegExp(`${name}.*sales order`, 'i') }).waitFor()
      })
      await page.keyboard.press('Escape')
      return taken
    },
  },
  ...(['demand', 'inventory'] as const).map((report): Screen => ({
    work: `${report} report: first page`,
    limit: 1_000,
    open: (page) =>
      timed(async () => {
        await page.goto(`/app/default/reports/${report}?bucket=month`)
        await page.getByRole('grid').getByRole('rowheader').first().waitFor()
      }),
  })),
]

export async function measureScreens(stage: Stage): Promise<readonly Measured[]> {
  await planDeliveries(stage)
  await using window = await openWindow(stage)
  const { page } = window
  const figures: Measured[] = []
  for (const { work, limit, open } of screens) {
    // Opened once before, because regular users have the code of the screen in their cache.
    await open(page, stage)
    const taken: number[] = []
    for (let round = 0; round < Math.max(3, stage.rounds); round += 1) taken.push(await open(page, stage))
    figures.push({ work, ours: median(taken), limit })
  }
  return figures
}

/** Plans all open sales orders with a delivery order each, one in six late, and inserts months as time buckets. */
async function planDeliveries({ database }: Stage): Promise<void> {
  const statements = [
    'SET session_replication_role = replica',
    `DELETE FROM "default"."operationplan" WHERE "source" = 'bench delivery'`,
    `UPDATE "default"."demand" SET "plannedquantity" = "quantity",
      "deliverydate" = "due" + make_interval(days => d."days"), "delay" = make_interval(days => d."days")
      FROM (SELECT "name" AS "of", CASE WHEN abs(hashtext("name")) % 6 = 0 THEN 1 + abs(hashtext("name")) % 40 ELSE 0 END AS "days"
        FROM "default"."demand") d
      WHERE d."of" = "name" AND "status" IN ('open', 'quote')`,
    `INSERT INTO "default"."operationplan" ("source", "reference", "type", "status", "quantity", "startdate", "enddate", "name",
        "demand", "item", "location", "plan")
      SELECT 'bench delivery', 'D-' || "name", 'DLVR', 'proposed', "quantity", "deliverydate", "deliverydate", 'Ship ' || "item",
        "name", "item", "location", '{}'
      FROM "default"."demand" WHERE "deliverydate" IS NOT NULL`,
    `INSERT INTO "default"."bucket" ("name", "level") VALUES ('month', 7) ON CONFLICT DO NOTHING`,
    `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
      SELECT 'month', to_char(m, 'YYYY-MM'), m, m + interval '1 month'
      FROM generate_series('2025-01-01'::timestamp, '2032-01-01', interval '1 month') m ON CONFLICT DO NOTHING`,
    'RESET session_replication_role',
    'VACUUM ANALYZE "default"."demand", "default"."operationplan"',
  ]
  for (const statement of statements) await database.query(statement)
}
