/**
 * Tests the plan board: orders moved on the Gantt chart by keys and by mouse, tried immediately, accepted or
 * discarded.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

interface Bar {
  readonly reference: string
  readonly type: string
  readonly status: string
  readonly operation: string | null
  readonly startdate: string
  readonly enddate: string
  readonly demands: Readonly<Record<string, number>>
}

interface Row {
  readonly resource: string
  readonly bars: readonly Bar[]
}

const day = 86_400_000
/** Vertical middle of a lane of the chart, in pixels. */
const middleOfLane = 13

const chartOf = (page: Page) => page.getByRole('application')
const trayOf = (page: Page) => page.getByRole('region', { name: 'Moves not saved yet' })

const isApart = (bar: Bar, bars: readonly Bar[]): boolean =>
  bars.every((other) => other === bar || bar.enddate <= other.startdate || other.enddate <= bar.startdate)

/** Selects an order of a resource by keys; the row is known when its name is announced. */
async function selectByKeys(page: Page, resource: string, { reference }: Bar): Promise<void> {
  await chartOf(page).focus()
  const told = page.locator('[role="status"].visually-hidden')
  const press = async (key: string, until: string): Promise<void> => {
    for (let count = 0; count < 60 && !(await told.innerText()).includes(until); count += 1)
      await page.keyboard.press(key)
    expect(await told.innerText()).toContain(until)
  }
  await press('ArrowDown', resource)
  await page.keyboard.press('Home')
  await press('ArrowRight', `Order ${reference}`)
}

describeWeb('the plan board', () => {
  let web: Web
  let start = ''
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
    const list = '/api/output/timeline/?shape=list&start=2000-01-01&end=2100-01-01&limit=1&ordering=startdate'
    const { json: first } = await web.server.request('GET', list)
    start = Array.isArray(first) ? String(first[0]?.startdate).slice(0, 10) : ''
    // The first trial loads the plan, which on a busy machine takes longer than the browser waits.
    const { json: demands } = await web.server.request(
      'GET',
      '/api/input/demand/?status=open&fields=name&limit=1',
    )
    const key = Array.isArray(demands) ? String(demands[0]?.name) : ''
    const edits = [{ entity: 'input.demand', action: 'update', key, fields: { priority: 1 } }]
    const { status, text } = await web.server.request('POST', '/api/plan/trial/', {
      as: 'admin',
      body: { edits },
    })
    if (status !== 200) throw new Error(`The plan could not be tried: ${status} ${text}`)
  })
  afterAll(() => web[Symbol.asyncDispose]())

  async function opened(as = 'admin', expected: readonly RegExp[] = []) {
    const screen = await web.open(`/app/default/gantt?start=${start}&days=14&sort=name`, { as, expected })
    await settled(screen.page)
    await chartOf(screen.page).waitFor()
    return screen
  }

  const readRows = async (): Promise<readonly Row[]> => {
    const end = new Date(Date.parse(start) + 14 * day).toISOString().slice(0, 10)
    const { json } = await web.server.request('GET', `/api/output/timeline/?start=${start}&end=${end}`)
    return Array.isArray(json) ? json : []
  }

  const orderOf = async (reference: string): Promise<Readonly<Record<string, unknown>>> => {
    const path = `/api/input/operationplan/${encodeURIComponent(reference)}/`
    return Object((await web.server.request('GET', path)).json)
  }

  const approvedOrders = async (): Promise<readonly string[]> => {
    const path = '/api/input/operationplan/?status=approved&fields=reference'
    const { json } = await web.server.request('GET', path)
    return Array.isArray(json) ? json.map(({ reference }) => String(reference)) : []
  }

  /** Returns the middle of a bar on the screen. */
  async function middleOf(
    page: Page,
    resource: string,
    bar: Bar,
  ): Promise<{ x: number; y: number; perDay: number }> {
    const drawing = (await chartOf(page).boundingBox())!
    const name = (await page.getByRole('link', { name: resource, exact: true }).boundingBox())!
    const middle = (Date.parse(`${bar.startdate}Z`) + Date.parse(`${bar.enddate}Z`)) / 2
    const perDay = drawing.width / 14
    return { x: drawing.x + ((middle - Date.parse(start)) / day) * perDay, y: name.y + middleOfLane, perDay }
  }

  it('moves an order by keys, tells what becomes of the sales orders, and stores it when accepted', async () => {
    await using screen = await opened()
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    const tray = trayOf(page)
    await tray.waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    const lines = tray.getByRole('list', { name: 'Moved orders' }).getByRole('listitem')
    expect(await lines.count()).toBe(1)
    const reference = (await lines.first().locator('strong').innerText()).trim()
    const before = await orderOf(reference)
    await tray.getByRole('button', { name: 'Consequences' }).click()
    await tray.getByRole('region', { name: 'Key figures' }).first().waitFor()
    // What the next plan would make of it is asked from here too.
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes('/api/plan/trial/') && request.postData()?.includes('"replan"') === true,
    )
    await tray.getByText('Replan all', { exact: true }).click()
    await asked
    await tray.getByText('Keep the plan, move only affected orders').click()
    // Another trial may still be running: the order has moved on into working time.
    const accept = tray.getByRole('button', { name: 'Accept', disabled: false })
    await accept.waitFor()
    await expectAccessible(page, { level: 'any' })
    await accept.click()
    await page.getByText('Saved in the plan').waitFor()
    await tray.waitFor({ state: 'detached' })
    const after = await orderOf(reference)
    expect(after['status']).toBe('approved')
    expect(Date.parse(String(after['startdate']))).toBeGreaterThan(Date.parse(String(before['startdate'])))
  })

  it(
    'undoes what was accepted with the same key as a move, and keeps the focus on the chart',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const chart = chartOf(page)
      const row = (await readRows()).find(({ resource }) => resource === 'Bram')!
      const bar = row.bars.find(({ status, type }) => status === 'proposed' && type === 'WO')!
      const order = await orderOf(bar.reference)
      const steps = `/api/input/workorder/?owner=${encodeURIComponent(String(order['owner']))}&fields=reference,status,startdate`
      const before = (await web.server.request('GET', steps)).json
      await selectByKeys(page, 'Bram', bar)
      await page.keyboard.press('Shift+ArrowRight')
      await trayOf(page).getByRole('button', { name: 'Accept', disabled: false }).click()
      await page.getByText('Saved in the plan').waitFor()
      await trayOf(page).waitFor({ state: 'detached' })
      await expect.poll(() => chart.evaluate((one) => one.matches(':focus'))).toBe(true)
      // The other steps of its manufacturing order are still planned.
      const stored = (await web.server.request('GET', steps)).json
      expect(stored).toHaveLength(Array.isArray(before) ? before.length : 0)
      expect(stored).not.toEqual(before)
      await page.keyboard.press('Control+z')
      const dialog = page.getByRole('dialog', { name: /^Undo change set \d+$/ })
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await web.server.request('GET', steps)).json).toEqual(before)
      await expect.poll(() => chart.evaluate((one) => one.matches(':focus'))).toBe(true)
    },
  )

  it(
    'brings discarded moves back, also if those stored before are undone in their notice',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const tray = trayOf(page)
      await chartOf(page).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.press('Shift+ArrowRight')
      await tray.getByRole('button', { name: 'Accept', disabled: false }).click()
      await tray.waitFor({ state: 'detached' })
      const notice = page.getByRole('status').filter({ hasText: 'Saved in the plan' })
      await notice.getByRole('button', { name: 'Undo' }).hover()
      await chartOf(page).focus()
      await page.keyboard.press('Shift+ArrowRight')
      await tray.getByRole('button', { name: 'Discard' }).click()
      await tray.waitFor({ state: 'detached' })
      await notice.getByRole('button', { name: 'Undo' }).click()
      const dialog = page.getByRole('dialog', { name: /^Undo change set \d+$/ })
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await chartOf(page).focus()
      await page.keyboard.press('Control+z')
      await tray.waitFor()
      await tray.getByRole('button', { name: 'Discard' }).click()
      await tray.waitFor({ state: 'detached' })
      expect(await tray.count()).toBe(0)
    },
  )

  it('accepts no other move until the accepted ones are stored', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const tray = trayOf(page)
    const lines = tray.getByRole('list', { name: 'Moved orders', includeHidden: true }).locator('li')
    const stored = Promise.withResolvers<void>()
    await page.route(/\/api\/plan\/.*accept/, async (route) => {
      await stored.promise
      await route.continue()
    })
    const { bars, resource } = (await readRows()).find(({ resource: name }) => name === 'Welding cell 2')!
    const other = bars.find((one) => isApart(one, bars) && one.status === 'proposed')!
    const { x, y, perDay } = await middleOf(page, resource, other)
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await tray.getByRole('button', { name: 'Accept', disabled: false }).click()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + perDay, y, { steps: 5 })
    await page.mouse.up()
    // A move is listed once it is computed.
    const computed = (): Promise<void> => page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
    await computed()
    expect(await lines.count()).toBe(1)
    await page.keyboard.press('Control+z')
    await computed()
    expect(await lines.count()).toBe(1)
    stored.resolve()
    await page.getByText('Saved in the plan').waitFor()
    await tray.waitFor({ state: 'detached' })
    await expect.poll(() => chartOf(page).evaluate((one) => one.matches(':focus'))).toBe(true)
  })

  it(
    'undoes a move and makes it again wherever the focus is, except in a field for text',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const tray = trayOf(page)
      await chartOf(page).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.press('Shift+ArrowRight')
      const lines = tray.getByRole('list', { name: 'Moved orders' }).getByRole('listitem')
      await lines.first().waitFor()
      const made = await lines.first().innerText()
      await page.getByRole('button', { name: 'Today' }).focus()
      for (const again of ['Control+Shift+Z', 'Control+y']) {
        await page.keyboard.press('Control+z')
        await tray.waitFor({ state: 'detached' })
        await page.keyboard.press(again)
        await tray.waitFor()
        expect(await lines.allInnerTexts()).toEqual([made])
      }
      const search = page.getByRole('main').getByRole('searchbox').first()
      await search.fill('10')
      await search.press('Control+z')
      expect(await lines.allInnerTexts()).toEqual([made])
      await tray.getByRole('button', { name: 'Discard' }).click()
      await tray.waitFor({ state: 'detached' })
    },
  )

  it('has its moves and their buttons in sight on a phone', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    await page.setViewportSize({ width: 390, height: 844 })
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowRight')
    const tray = trayOf(page)
    // Playwright clicks only what nothing else covers.
    await tray.getByRole('button', { name: 'Consequences', disabled: false }).click({ timeout: 30_000 })
    await tray.getByRole('region', { name: 'Key figures' }).first().waitFor()
    await expectNoSidewaysScroll(page)
    await tray.getByRole('button', { name: 'Discard' }).click({ timeout: 30_000 })
    await tray.waitFor({ state: 'detached' })
    await expect.poll(() => chartOf(page).evaluate((one) => one.matches(':focus'))).toBe(true)
  })

  it(
    'moves an order by keys over closed time, as often as pressed, and to another machine',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const cells = ['Welding cell 1', 'Welding cell 2']
      // The day shift is from 7 to 15: six hours before an order that starts by noon it is closed.
      const candidates = (await readRows()).flatMap(({ resource: cell, bars }) =>
        bars.flatMap((one) =>
          cells.includes(cell) &&
          one.status === 'proposed' &&
          one.startdate.slice(11) < '13' &&
          Date.parse(one.startdate) > Date.parse(start) + 3 * day
            ? [{ resource: cell, bar: one }]
            : [],
        ),
      )
      const { resource, bar } = candidates[0]!
      const isFirst = resource === cells[0]
      const other = cells[isFirst ? 1 : 0]!
      await selectByKeys(page, resource, bar)
      const line = trayOf(page).getByRole('list', { name: 'Moved orders' }).getByRole('listitem')
      const startOf = async (): Promise<number> =>
        Date.parse(
          `${
            /→ (\d{4}-\d\d-\d\d) (\d\d:\d\d)/
              .exec(await line.innerText())
              ?.slice(1)
              .join('T') ?? ''
          }Z`,
        )
      const before = Date.parse(`${bar.startdate}Z`)
      await page.keyboard.press('Shift+ArrowLeft')
      await line.waitFor()
      const earlier = await startOf()
      expect(earlier).toBeLessThan(before)
      for (let count = 0; count < 8; count += 1) await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(startOf).toBeGreaterThanOrEqual(earlier + 2 * day)
      await page.keyboard.press(isFirst ? 'Shift+ArrowDown' : 'Shift+ArrowUp')
      await line.getByText(`${resource} → ${other}`).waitFor()
      // What becomes of the sales orders is told, as for an order that is dropped.
      await trayOf(page)
        .getByRole('status')
        .getByText(/sales order|late/i)
        .first()
        .waitFor()
      const accept = trayOf(page).getByRole('button', { name: 'Accept', disabled: false })
      await accept.waitFor()
      for (let tab = 0; tab < 5 && !(await accept.evaluate((one) => one.matches(':focus'))); tab += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('Saved in the plan').waitFor()
      const path = `/api/input/operationplanresource/?operationplan=${encodeURIComponent(bar.reference)}`
      expect((await web.server.request('GET', path)).json).toMatchObject([{ resource: other }])
    },
  )

  it('says why an order could not be moved, also if it is the first', detail, async () => {
    await using screen = await opened('admin', [/status of 503/])
    const { page } = screen
    await page.route('**/api/input/operationplanresource/**', (route) => route.fulfill({ status: 503 }))
    const { bars } = (await readRows()).find(({ resource }) => resource === 'Welding cell 1')!
    await selectByKeys(
      page,
      'Welding cell 1',
      bars.find(({ status }) => status === 'proposed')!,
    )
    await page.keyboard.press('Shift+ArrowDown')
    await trayOf(page).getByRole('alert').waitFor()
    expect(await trayOf(page).getByRole('listitem').count()).toBe(0)
    await trayOf(page).getByRole('button', { name: 'Discard' }).click()
    await trayOf(page).waitFor({ state: 'detached' })
  })

  it('drops an order in the working time of its resource', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const { bars, resource } = (await readRows()).find(({ resource: name }) => name === 'Welding cell 2')!
    const movable = bars.filter((one) => isApart(one, bars) && one.status === 'proposed')
    // One that starts early, if there is one on this day: the nearest step of the chart is before the shift.
    const bar = movable.find(({ startdate }) => Number(startdate.slice(11, 13)) < 9) ?? movable[0]!
    const { x, y, perDay } = await middleOf(page, resource, bar)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + perDay, y, { steps: 5 })
    await page.mouse.move(x + 3 * perDay, y, { steps: 5 })
    await page.mouse.up()
    const tray = trayOf(page)
    // The day shift is from 7 to 15.
    await tray.getByText(/→ \d{4}-/).waitFor()
    expect(await tray.innerText()).toMatch(/→ \d{4}-\d\d-\d\d (?:0[7-9]|1[0-4]):\d\d/)
    await tray.getByRole('button', { name: 'Discard' }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it('drags an order in time and to another resource that can do it, and discards it', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const rows = await readRows()
    const { bars, resource } = rows.find(({ resource: name }) => name.startsWith('Welding cell'))!
    const other = rows.find(
      ({ resource: name }) => name.startsWith('Welding cell') && name !== resource,
    )!.resource
    const bar = bars.find(
      (one) =>
        isApart(one, bars) &&
        one.status === 'proposed' &&
        Object.keys(one.demands).length > 0 &&
        Date.parse(one.startdate) > Date.parse(start) + day,
    )!
    const before = await orderOf(bar.reference)
    const { x, y, perDay } = await middleOf(page, resource, bar)
    const target = (await page.getByRole('link', { name: other, exact: true }).boundingBox())!
    await page.mouse.move(x, y)
    // Lines to the orders that it supplies, and their legend.
    await page.getByText('Supplies', { exact: true }).waitFor()
    await page.mouse.down()
    await page.mouse.move(x + perDay, y, { steps: 5 })
    const answered = page.waitForResponse((response) => response.url().includes('/api/plan/trial/'))
    await page.mouse.move(x + 2 * perDay, target.y + middleOfLane, { steps: 5 })
    // The trial runs before the drop.
    await answered
    await page.mouse.up()
    const tray = trayOf(page)
    await tray.getByText(`${resource} → ${other}`).waitFor()
    await tray.getByRole('button', { name: 'Accept' }).isEnabled()
    await tray.getByRole('button', { name: 'Discard' }).click()
    await tray.waitFor({ state: 'detached' })
    // Discarded moves come back with the key that undoes.
    await page.keyboard.press('Control+z')
    await tray.getByText(`${resource} → ${other}`).waitFor()
    await tray.getByRole('button', { name: 'Discard' }).click()
    await tray.waitFor({ state: 'detached' })
    expect(await orderOf(bar.reference)).toEqual(before)
  })

  it.each(['right', 'middle'] as const)('drags no order with the %s button', detail, async (button) => {
    await using screen = await opened()
    const { page } = screen
    const row = (await readRows()).find(({ bars }) =>
      bars.some((one) => one.status === 'proposed' && isApart(one, bars)),
    )!
    const bar = row.bars.find((one) => one.status === 'proposed' && isApart(one, row.bars))!
    const { x, y, perDay } = await middleOf(page, row.resource, bar)
    await page.mouse.move(x, y)
    await expect.poll(() => chartOf(page).evaluate(({ style }) => style.cursor)).toMatch(/move|resize/)
    await page.mouse.down({ button })
    const tried: string[] = []
    page.on('request', (request) => tried.push(new URL(request.url()).pathname))
    await page.mouse.move(x + perDay, y, { steps: 5 })
    await page.mouse.up({ button })
    await page.waitForTimeout(2_000)
    expect(tried.filter((path) => path.startsWith('/api/plan/trial'))).toEqual([])
    expect(await trayOf(page).count()).toBe(0)
  })

  it('undoes each move of an order by itself, also one that is still being made', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const tray = trayOf(page)
    const lines = tray.getByRole('list', { name: 'Moved orders' }).getByRole('listitem')
    const made: string[] = []
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', ']']) {
      await page.keyboard.press(key)
      await expect.poll(async () => (await lines.allInnerTexts())[0]).not.toBe(made.at(-1))
      made.push((await lines.allInnerTexts())[0] ?? '')
    }
    expect(new Set(made).size).toBe(3)
    await page.keyboard.press(']')
    for (const text of made.toReversed()) {
      await page.keyboard.press('Control+z')
      await expect.poll(() => lines.allInnerTexts()).toEqual([text])
    }
    await page.keyboard.press('Control+z')
    await tray.waitFor({ state: 'detached' })
    for (const text of made) {
      await page.keyboard.press('Control+y')
      await expect.poll(() => lines.allInnerTexts()).toEqual([text])
    }
    await tray.getByRole('button', { name: /^Undo the move of order/ }).click()
    await tray.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await expect.poll(() => lines.allInnerTexts()).toEqual(made.slice(-1))
    await tray.getByRole('button', { name: 'Discard' }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it('changes the quantity by keys, and takes one move back', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press(']')
    const tray = trayOf(page)
    await tray.getByText(/Quantity \d+ → \d+/).waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await tray.getByRole('button', { name: /^Undo the move of order/ }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it(
    'groups the resources, drags a late order from its list, and shows the stock of its materials',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      await page.getByRole('combobox', { name: 'Groups of rows' }).click()
      await page.getByRole('option', { name: 'By location' }).click()
      const group = page.getByRole('button', { name: /^Utrecht plant/ })
      await group.click()
      await page.getByRole('link', { name: 'Tube saw', exact: true }).waitFor({ state: 'detached' })
      await group.click()
      await page.getByRole('link', { name: 'Tube saw', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Late work', exact: true }).click()
      const late = page.getByRole('complementary', { name: 'Late work' }).getByRole('listitem').first()
      await late.dragTo(chartOf(page), { targetPosition: { x: 200, y: 60 } })
      const tray = trayOf(page)
      await tray.getByRole('list', { name: 'Moved orders' }).getByRole('listitem').waitFor()
      await page.getByRole('button', { name: 'Stock', exact: true }).click()
      await page
        .getByRole('region', { name: 'Stock of the materials of the order' })
        .getByRole('img', { name: /: stock from/ })
        .first()
        .waitFor()
      await chartOf(page).focus()
      await page.keyboard.press('Control+z')
      await tray.waitFor({ state: 'detached' })
      await page.getByText(/: move undone, /).waitFor({ state: 'attached' })
      await expectAccessible(page, { level: 'any' })
    },
  )

  it('goes to a searched order outside the view, and says if there is none', detail, async () => {
    const { json } = await web.server.request(
      'GET',
      '/api/output/timeline/?shape=list&start=2000-01-01&end=2100-01-01&limit=1&ordering=-startdate',
    )
    const last = Object(Array.isArray(json) ? json[0] : {})
    await using screen = await opened()
    const { page } = screen
    const field = page.getByRole('searchbox', { name: 'Find an order, item, customer' })
    await field.fill(String(last.reference))
    await page.keyboard.press('Enter')
    await page.waitForURL(({ searchParams }) => (searchParams.get('start') ?? start) > start)
    const first = new URL(page.url()).searchParams.get('start') ?? ''
    const days = (Date.parse(String(last.startdate).slice(0, 10)) - Date.parse(first)) / day
    expect(days).toBeGreaterThanOrEqual(0)
    expect(days).toBeLessThan(14)
    // After the last order in view, the search begins with the first one of all.
    await field.fill(String(last.item))
    const current = () => new URL(page.url()).searchParams.get('start') ?? ''
    await expect.poll(() => page.keyboard.press('Enter').then(() => current() < first)).toBe(true)
    await field.fill('no such order')
    await page.keyboard.press('Enter')
    await page.getByText('No order on a resource contains “no such order”.').waitFor()
  })

  it('creates an order for a sales order without a plan', detail, async () => {
    const { json } = await web.server.request(
      'GET',
      '/api/input/demand/?status=open&fields=item,location,due&limit=1',
    )
    const [known]: unknown[] = Array.isArray(json) ? json : []
    const { item, location, due } = Object(known)
    const body = [{ name: 'SO-unplanned', item, location, due, quantity: 1, status: 'open' }]
    await web.server.request('POST', '/api/input/demand/', { as: 'admin', body })
    await using screen = await web.open('/app/default/gantt?late=true')
    const { page } = screen
    await page.getByRole('button', { name: 'Create an order for SO-unplanned' }).click()
    const tray = trayOf(page)
    await tray.getByText('New order').waitFor()
    await tray.getByRole('button', { name: 'Accept', disabled: false }).click({ timeout: 150_000 })
    await tray.waitFor({ state: 'detached' })
    expect(await orderOf('SO-unplanned-MO')).toMatchObject({ type: 'MO', status: 'approved', quantity: 1 })
    await page
      .getByRole('button', { name: 'Create an order for SO-unplanned' })
      .waitFor({ state: 'detached' })
  })

  it('says how many sales orders without a plan are not listed', detail, async () => {
    const { json } = await web.server.request('GET', '/api/input/demand/?limit=1&fields=item,location')
    const [{ item, location }] = Array.isArray(json) ? json.map(Object) : []
    const body = Array.from({ length: 51 }, (_, at) => ({
      name: `SO-cut-${at}`,
      item,
      location,
      due: '2030-01-01T00:00:00',
      quantity: 1,
      status: 'open',
    }))
    await web.server.request('POST', '/api/input/demand/', { body })
    await using screen = await web.open('/app/default/gantt?late=true')
    const list = screen.page.getByRole('region', { name: 'Sales orders without a plan' })
    await expect.poll(() => list.innerText()).toMatch(/^50 of 5\d are shown\.$/m)
    expect(await list.getByRole('listitem').count()).toBe(50)
    for (const { name } of body) await web.server.request('DELETE', `/api/input/demand/${name}/`)
  })

  it('reads the materials of an order again after their request has failed', detail, async () => {
    await using screen = await web.open('/app/default/gantt?stock=true', { expected: [/status of 503/] })
    const { page } = screen
    let fails = true
    await page.route('**/operationplanmaterial/**', (route) =>
      fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await chartOf(page).focus()
    await page.keyboard.press('ArrowRight')
    const stock = page.getByRole('region', { name: 'Stock of the materials of the order' })
    const again = stock.getByRole('button', { name: 'Try again' })
    await again.waitFor({ timeout: 30_000 })
    fails = false
    await again.click()
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => stock.getByRole('alert').count()).toBe(0)
  })

  it('moves nothing for those who may not', async () => {
    await using screen = await opened('viewer')
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page
      .getByText('Only orders that are proposed or approved can be moved.')
      .waitFor({ state: 'attached' })
    expect(await trayOf(page).count()).toBe(0)
  })

  it('names the orders that become approved with a work order', detail, async () => {
    const row = (await readRows()).find(({ bars }) =>
      bars.some(({ type, status }) => type === 'WO' && status === 'proposed'),
    )
    const bar = row?.bars.find(({ type, status }) => type === 'WO' && status === 'proposed')
    if (row === undefined || bar === undefined) throw new Error('No work order is proposed.')
    const { reference } = bar
    await using screen = await opened()
    const { page } = screen
    await selectByKeys(page, row.resource, bar)
    await page.keyboard.press('Shift+ArrowRight')
    const tray = trayOf(page)
    const note = tray.getByText(/so these are approved too:/)
    await note.waitFor()
    const named = await note.getByRole('link').allInnerTexts()
    // Each with its operation and its date: the number alone says nothing.
    for (const line of await note.getByRole('listitem').allInnerTexts())
      expect(line).toMatch(/^\S+ · .+ · \d{4}-\d\d-\d\d \d\d:\d\d$/)
    const before = await approvedOrders()
    await tray.getByRole('button', { name: 'Accept', disabled: false }).click()
    await page.getByText('Saved in the plan').waitFor()
    const approved = (await approvedOrders()).filter((one) => !before.includes(one))
    expect(approved.toSorted()).toEqual([reference, ...named].toSorted())
  })
})
