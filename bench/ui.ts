/**
 * Benchmark of the web UI in a real Chromium with a real service: response times of user actions, and the memory of
 * the page. The grid is measured with lists of different lengths, the other screens with the longest one. The bars
 * are those of the design of the screens.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Client } from 'pg'
import { gridOf } from '../test/support/grid.ts'
import { ensureBuilt } from '../test/support/build-web.ts'
import { launchBrowser } from '../test/support/browser-window.ts'
import { copyPieces, demands, masterData } from './data-api/demands.ts'
import { copyInto, ours } from './data-api/tables.ts'
import { type Figure, median, timed, type Unit } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'
import { measureGantt } from './ui/gantt.ts'
import { measureGridWork } from './ui/grid-work.ts'
import { measureLoading } from './ui/loading.ts'
import { measureRuns } from './ui/runs.ts'
import { measureScreens } from './ui/screens.ts'
import type { Measured, Stage } from './ui/stage.ts'

interface Sample {
  readonly work: string
  readonly records: number
  readonly limit: number
  readonly unit?: Unit
  readonly measure: (page: Page, rows: number) => Promise<number>
}

const path = '/app/default/data/demand'
const rowShown = (row: number): string => `.ag-row[row-index="${row}"] .g-value:not(:has(.g-waiting))`

const samples: readonly Sample[] = [
  {
    work: 'open to first rows',
    records: 30,
    limit: 700,
    measure: (page) =>
      timed(async () => {
        await page.goto(path)
        await gridOf(page).ready()
      }),
  },
  {
    work: 'jump to a row far away',
    records: 1,
    limit: 500,
    async measure(page, rows) {
      const row = Math.floor(rows * (0.25 + Math.random() / 2))
      await page.getByRole('button', { name: 'Go to row' }).click()
      await page.getByRole('textbox', { name: /^Row \(1 to/ }).fill(String(row))
      return timed(async () => {
        await page.keyboard.press('Enter')
        await page
          .locator(rowShown(row - 1))
          .first()
          .waitFor()
      })
    },
  },
  {
    work: 'go to the last row',
    records: 1,
    limit: 500,
    async measure(page, rows) {
      await page.locator('.ag-cell-focus').first().waitFor()
      const taken = await timed(async () => {
        await page.keyboard.press('Control+End')
        await page
          .locator(rowShown(rows - 1))
          .first()
          .waitFor()
      })
      await page.keyboard.press('Control+Home')
      await page.locator(rowShown(0)).first().waitFor()
      return taken
    },
  },
  {
    work: 'take over a cell',
    records: 1,
    limit: 100,
    async measure(page) {
      const grid = gridOf(page)
      await grid.choose(2, 'quantity')
      const text = String(100 + Math.floor(Math.random() * 900))
      await page.keyboard.type(text)
      return timed(async () => {
        await page.keyboard.press('Enter')
        await grid.cell(2, 'quantity').getByText(text).waitFor()
      })
    },
  },
  {
    work: 'paste 1,000 × 20 cells',
    records: 20_000,
    limit: 1_000,
    async measure(page) {
      const grid = gridOf(page)
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      const line = Array.from({ length: 20 }, (_, column) => String(column)).join('\t')
      const text = Array.from({ length: 1000 }, () => line).join('\n')
      const taken = await timed(async () => {
        await grid.paste(text)
        await page.getByRole('dialog').waitFor()
      })
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      return taken
    },
  },
  {
    work: 'nodes of the page',
    records: 1,
    limit: 2_500,
    unit: 'nodes',
    measure: (page) => page.evaluate<number>(`document.querySelectorAll('*').length`),
  },
]

/** Parts that are measured with the longest list, each in a separate window. */
const parts: Readonly<Record<string, (stage: Stage) => Promise<readonly Measured[]>>> = {
  work: measureGridWork,
  screens: measureScreens,
  runs: measureRuns,
  gantt: measureGantt,
  loading: measureLoading,
}

const figureOf = (rows: number, { unit = 'ms', ...measured }: Measured): Figure => ({
  work: measured.work,
  rows,
  records: 1,
  unit,
  ours: measured.ours,
  bar: { text: `≤ ${measured.limit.toLocaleString('en')} ${unit}`, met: measured.ours <= measured.limit },
  ...(measured.note === undefined ? {} : { note: measured.note }),
})

export async function benchUi(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  ensureBuilt()
  const figures: Figure[] = []
  const chosen = samples.filter(({ work }) => only.length === 0 || only.some((name) => work.includes(name)))
  await withInstallation({ profile }, async (installation) => {
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    const browser = await launchBrowser()
    installation.stopFirst(() => browser.close())
    try {
      for (const statement of masterData) await database.query(statement)
      let filled = 0
      for (const rows of sizes) {
        await database.query('SET session_replication_role = replica')
        await copyInto(database, ours, copyPieces(demands(filled, rows)))
        await database.query('RESET session_replication_role')
        await database.query(`VACUUM ANALYZE ${ours}`)
        filled = rows
        report(`${rows.toLocaleString('en')} sales orders are there`)
        const service = await installation.startService()
        const context = await browser.newContext({
          baseURL: service.url,
          viewport: { width: 1440, height: 900 },
          extraHTTPHeaders: { authorization: installation.authorization },
          permissions: ['clipboard-read', 'clipboard-write'],
        })
        const page = await context.newPage()
        await page.goto(path)
        await gridOf(page).ready()
        for (const { work, records, limit, unit = 'ms', measure } of chosen) {
          const taken: number[] = []
          for (let round = 0; round < rounds; round += 1) taken.push(await measure(page, rows))
          const figure = median(taken)
          const bar = { text: `≤ ${limit.toLocaleString('en')} ${unit}`, met: figure <= limit }
          figures.push({ work: `grid: ${work}`, rows, records, unit, ours: figure, bar })
          report(`${work} at ${rows.toLocaleString('en')} rows: ${figure.toFixed(0)} ${unit}`)
        }
        await context.close()
        const { authorization, folder } = installation
        const logFolder = join(folder, '../log')
        const stage = { browser, database, url: service.url, authorization, logFolder, rows, rounds }
        for (const [name, measure] of rows === sizes.at(-1) ? Object.entries(parts) : []) {
          if (only.length > 0 && !only.includes(name)) continue
          // If one part cannot be measured, the others still have figures.
          const measured = await measure(stage).catch((error: unknown) => {
            report(`${name} could not be measured: ${String(error)}`)
            return []
          })
          figures.push(...measured.map((each) => figureOf(rows, each)))
          report(`${name} at ${rows.toLocaleString('en')} rows is measured`)
        }
        await service.stop()
      }
    } finally {
      await browser.close()
      await database.end()
    }
  })
  return figures
}
