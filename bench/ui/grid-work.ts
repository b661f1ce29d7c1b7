/**
 * Benchmark of typical work of planners in the grid: moving, scrolling, filtering, pasting and saving; and of the
 * memory that remains after long use.
 */
import type { Page } from 'playwright-core'
import { gridOf } from '../../test/support/grid.ts'
import { median, quantile, timed } from '../support/figures.ts'
import {
  heapOf,
  type Measured,
  openWindow,
  type Stage,
  watchFrames,
  watchInput,
  watchMainThread,
} from './stage.ts'

const path = '/app/default/data/demand'
/** Number of turns of the mouse wheel; the next constant is the number of pixels of each, which replace most rows. */
const turns = 40
const turn = 600
const keys = 40
const clicks = 15
/** Number of rows that are pasted and saved, with one changed cell each. */
const saved = 1_000

export async function measureGridWork(stage: Stage): Promise<readonly Measured[]> {
  await using window = await openWindow(stage)
  const { page, session } = window
  await page.goto(path)
  await gridOf(page).ready()

  const input = await measureInput(page)
  const frames = [...(await scroll(page, turns))]
  const early = await heapOf(session)
  const busy = await watchMainThread(session)
  frames.push(...(await scroll(page, turns)), ...(await scroll(page, -turns)))
  const perTurn = (await busy()) / (2 * turns)
  const late = await heapOf(session)
  const note = `${frames.length.toLocaleString('en')} frames, ${perTurn.toFixed(0)} ms of processor time per turn`
  const filtered = await measureFilter(page, stage)
  const linked = await measureLink(page, stage.rounds)
  const server = await measureSaving(page)
  return [
    { work: 'grid: key or click to change, p95', ours: input, limit: 100 },
    { work: 'grid: frame while scrolling, p95', ours: quantile(frames, 0.95), limit: 50, note },
    { work: 'grid: heap after scrolling', ours: late, limit: 80, unit: 'MB' },
    {
      work: 'grid: growth of the heap by more scrolling',
      ours: Math.max(0, 100 * (late / early - 1)),
      limit: 10,
      unit: '%',
    },
    { work: 'grid: filter to first rows', ours: filtered, limit: 1_000 },
    { work: 'grid: link to a filtered list', ours: linked, limit: 1_000 },
    { work: 'grid: save 1,000 cells, the service', ours: server, limit: 2_000 },
  ]
}

async function measureInput(page: Page): Promise<number> {
  const grid = gridOf(page)
  await grid.choose(1, 'item')
  const result = await watchInput(page)
  for (let key = 0; key < keys; key += 1) await page.keyboard.press(key % 4 === 3 ? 'ArrowUp' : 'ArrowDown')
  await page.keyboard.press('Control+Home')
  await grid.ready()
  for (let click = 0; click < clicks; click += 1)
    await grid.choose(click, click % 2 === 0 ? 'item' : 'customer')
  return result(keys + clicks)
}

async function scroll(page: Page, times: number): Promise<readonly number[]> {
  await page.mouse.move(700, 500)
  const frames = await watchFrames(page)
  for (let done = 0; done < Math.abs(times); done += 1) await page.mouse.wheel(0, Math.sign(times) * turn)
  await page.locator('.ag-row .g-value:not(:has(.g-waiting))').first().waitFor()
  return frames()
}

/** Filters the open list by the value of a cell, as its context menu offers. */
async function measureFilter(page: Page, { rows, rounds }: Stage): Promise<number> {
  const grid = gridOf(page)
  const counted = page.locator('[role="status"]', { hasText: /^Rows .* of / })
  const whole = counted.filter({ hasText: `of ${rows.toLocaleString('en')}` })
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(path)
    await grid.ready()
    await whole.waitFor()
    await grid.cell(round, 'customer').click({ button: 'right', position: { x: 4, y: 14 } })
    const only = page.getByRole('menuitem', { name: /^Only/ })
    await only.waitFor()
    taken.push(
      await timed(async () => {
        await only.click()
        await whole.waitFor({ state: 'detached' })
        await counted.waitFor()
        await grid.ready()
      }),
    )
  }
  return median(taken)
}

/** Opens the URL of a filtered list, like a link to it; once before, because regular users have its code in their cache. */
async function measureLink(page: Page, rounds: number): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    taken.push(
      await timed(async () => {
        await page.goto(`${path}?status__in=quote&location__in=Site%2007`)
        await gridOf(page).ready()
      }),
    )
  }
  return median(taken.slice(1))
}

async function measureSaving(page: Page): Promise<number> {
  const grid = gridOf(page)
  await page.goto(path)
  await grid.ready()
  await grid.choose(0, 'quantity')
  await grid.paste(Array.from({ length: saved }, (_, row) => String(1_000 + row)).join('\n'))
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Paste' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await apply.or(save).first().waitFor()
  if (await apply.isVisible()) await apply.click()
  await save.waitFor()
  const answer = page.waitForResponse((response) => response.url().includes('/api/batch/'))
  await save.click()
  const response = await answer
  if (!response.ok()) throw new Error(`Saving is answered by ${response.status()}: ${await response.text()}`)
  await response.finished()
  const { responseStart, requestStart } = response.request().timing()
  return responseStart - requestStart
}
