/**
 * Takes the pictures of the pages of the first hour (docs/first-hour) for docs/images: `npm run docs:pictures`. The
 * pictures change with the day, because the dates of the demo data are relative to it.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openScreen, settled } from '../test/support/browser-window.ts'
import { gridOf } from '../test/support/grid.ts'
import { type FirstTask, firstTasks } from '../web/src/platform/first-tasks.ts'
import { savePicture } from './save-picture.ts'

const mostBytes = 60_000
const widthPx = 1440
const heightPx = 760
/** Time for a search that tries many changes. */
const searchTimeoutMs = 120_000

interface Picture {
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

const base = '/app/default'
/** A sales order of the demo data that is late. */
const order = `${base}/data/demand/SO-10902/plan`
const resource = `${base}/reports/resource/Paint%20line`

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click()

/** Waits for the key figures of a trial. */
const tried = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Key figures' }).first().waitFor({ timeout: searchTimeoutMs })

const accepting = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Accept' }).first().waitFor({ timeout: searchTimeoutMs })

/** Waits until no part of the page shows that it is being loaded or computed. */
async function contentLoaded(page: Page): Promise<void> {
  const loaders = page.locator('.mantine-Loader-root:visible, [aria-busy="true"]:visible')
  while ((await loaders.count()) > 0) {
    await loaders.first().waitFor({ state: 'hidden', timeout: searchTimeoutMs })
    await settled(page)
  }
}

const pictures: Readonly<Record<FirstTask, Picture>> = {
  exceptions: { path: `${base}/exceptions` },
  'why-late': { path: order },
  remedies: { path: `${order}?show=remedies`, prepare: accepting },
  'rush-order': {
    path: `${order}?show=try`,
    prepare: async (page) => {
      await page.locator('#field-priority').fill('1')
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await accepting(page)
    },
  },
  promise: {
    path: `${base}/promise`,
    prepare: async (page) => {
      for (const [field, value] of [
        ['item', 'City 7 black'],
        ['location', 'Utrecht plant'],
      ] as const) {
        await page.locator(`#field-${field}`).fill(value)
        await page.getByRole('option', { name: value, exact: true }).click()
      }
      await page.locator('#field-quantity').fill('40')
      await page.locator('#field-due').fill('today+90')
      await press(page, 'Find dates')
      await page.getByRole('table', { name: 'Deliveries' }).waitFor({ timeout: searchTimeoutMs })
    },
  },
  'machine-down': {
    path: resource,
    prepare: async (page) => {
      await press(page, 'Down until…')
      await tried(page)
    },
  },
  overtime: {
    path: resource,
    prepare: async (page) => {
      await press(page, 'Add overtime')
      await accepting(page)
      await page.getByText(/^Tried: /).waitFor({ state: 'detached' })
    },
  },
  'plan-board': {
    path: `${base}/gantt?late=true`,
    prepare: async (page) => {
      const late = page.getByRole('complementary', { name: 'Late work' })
      await late.getByRole('listitem').first().getByRole('button').click()
      await page.getByRole('application').focus()
      await page.keyboard.press('Shift+ArrowLeft')
      await page.locator('button:enabled').getByText('Accept', { exact: true }).waitFor()
    },
  },
  release: {
    path: `${base}/release`,
    prepare: (page) =>
      page
        .getByRole('checkbox', { name: /^Select all of / })
        .first()
        .check(),
  },
  expedite: {
    path: `${base}/exceptions?group=expedite`,
    prepare: async (page) => {
      await press(page, /^Try the change: /)
      await accepting(page)
    },
  },
  'excess-stock': { path: `${base}/exceptions?group=excess` },
  'safety-stock': {
    path: `${base}/data/buffer`,
    prepare: async (page) => {
      const grid = gridOf(page)
      await grid.ready()
      for (const row of [0, 1, 2]) {
        await grid.choose(row, 'minimum')
        await grid.type('20')
      }
      await press(page, 'Consequences')
      await tried(page)
    },
  },
  comparison: { path: `${base}/reports/comparison` },
  changes: { path: '/app/audit' },
}

/** Creates a scenario for the comparison, in which one order is more urgent. */
async function copyScenario({ request }: BrowserContext): Promise<void> {
  const state = await request.storageState()
  const token = state.cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { prefer: 'wait=60', 'x-csrftoken': token }
  const send = async (method: 'POST' | 'PATCH', path: string, data?: object): Promise<void> => {
    const answer = await request.fetch(path, {
      method,
      headers,
      timeout: searchTimeoutMs,
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  }
  await send('POST', '/execute/api/scenario_copy/?destination=scenario1&force=true')
  await send('PATCH', '/scenario1/api/input/demand/SO-10903/', { priority: 1 })
  await send('POST', '/scenario1/execute/api/runplan/')
}

export async function takeHelpPictures(browser: Browser, url: string, password: string): Promise<void> {
  const { page, context } = await openScreen(browser, url, `${base}/`, {
    password,
    width: widthPx,
    height: heightPx,
  })
  page.setDefaultTimeout(searchTimeoutMs)
  await copyScenario(context)
  for (const task of firstTasks) {
    const { path, prepare } = pictures[task]
    await page.goto(path)
    await settled(page)
    await prepare?.(page)
    await settled(page)
    await contentLoaded(page)
    // Dialogs cover the whole window; the menu is the same on every other screen.
    const dialog = await page.getByRole('dialog').count()
    const main = dialog > 0 ? null : await page.locator('main').boundingBox()
    const clip = main === null ? {} : { clip: { ...main, height: Math.min(main.height, heightPx - main.y) } }
    await savePicture(page, { name: `first-hour-${task}`, colors: 32, mostBytes, ...clip })
  }
  await context.close()
}
