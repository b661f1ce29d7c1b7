/** Drives a grid of the web UI in tests: cells by row and column, clipboard, saving. */
import type { Locator, Page } from 'playwright-core'
import type { Web } from './browser.ts'
import type { OpenOptions } from './browser-window.ts'
import type { WebServer } from './web-server.ts'

export interface GridDriver {
  cell(row: number, column: string): Locator
  /** Moves the cursor to a cell. */
  choose(row: number, column: string): Promise<void>
  /** Types into the current cell and commits the value. */
  type(text: string): Promise<void>
  paste(text: string): Promise<void>
  text(row: number, column: string): Promise<string>
  /** Waits until rows are displayed. */
  ready(): Promise<void>
  /** Returns column and row of the focused cell. */
  focus(): Promise<string>
}

/** Runs in the page. */
const focused = `(() => {
  const active = document.activeElement
  const row = active?.closest('[row-index]')?.getAttribute('row-index') ?? ''
  return ((active?.getAttribute('col-id') ?? active?.tagName) + ' ' + row).trim()
})()`

export function gridOf(page: Page): GridDriver {
  const cell = (row: number, column: string): Locator =>
    page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`)
  return {
    cell,
    choose: (row, column) => cell(row, column).click({ position: { x: 4, y: 14 } }),
    async type(text) {
      // As fast as a person can type: fifty keys a second.
      await page.keyboard.type(text, { delay: 20 })
      await page.keyboard.press('Enter', { delay: 20 })
    },
    async paste(text) {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.keyboard.press('Control+v')
    },
    text: async (row, column) =>
      (await cell(row, column).locator('.g-value').innerText()).split('\n')[0] ?? '',
    async ready() {
      await page.locator('.ag-row[row-index="0"] .g-value:not(:has(.g-waiting))').first().waitFor()
    },
    focus: () => page.evaluate<string>(focused),
  }
}

/** Pixels that show a dozen rows: grids create rows that are in view, and each takes time to render and to check. */
const fewRows = 600

/** Opens a list of `default`, by default as the user `planner`; resolves once it shows rows. */
export async function openGrid(web: Web, path: string, options: OpenOptions = {}) {
  const screen = await web.open(`/app/default/data/${path}`, { as: 'planner', height: fewRows, ...options })
  const grid = gridOf(screen.page)
  await grid.ready()
  return { ...screen, grid, [Symbol.asyncDispose]: screen[Symbol.asyncDispose] }
}

/** Returns values of a field from the API. */
export async function valuesOf(
  server: WebServer,
  entity: string,
  field: string,
  filter = '',
): Promise<readonly unknown[]> {
  const { json } = await server.request('GET', `/api/input/${entity}/?fields=${field}&${filter}`)
  return Array.isArray(json) ? json.map((row: Record<string, unknown>) => row[field]) : []
}
