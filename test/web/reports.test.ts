/**
 * Tests reports per time bucket: from the table to one key, on to the next key, and down to the records behind a
 * figure.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

/** Returns whether a row of the inventory report ends below its safety stock, of the figures as shown. */
const isBelow = ({ endonhand, safetystock }: Readonly<Record<string, unknown>>): boolean =>
  Number(endonhand) >= 0 && Math.round(Number(endonhand) * 100) < Math.round(Number(safetystock) * 100)

describeWeb('reports', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('lead from a row to the screen of its key, by keys', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource?bucket=month', { as: 'planner' })
    const { page } = screen
    await settled(page)
    const table = page.getByRole('grid')
    await table.focus()
    await page.keyboard.press('ArrowLeft')
    const name = await table.locator('[data-active="true"] a').innerText()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(decodeURIComponent(pathname)).toBe(`/app/default/reports/resource/${name}`)
    expect(searchParams.get('bucket')).toBe('month')
    await page.getByRole('main').locator('canvas').first().waitFor()
    expect(await page.getByRole('grid').getByRole('row').count()).toBeGreaterThan(5)
  })

  it('go on to the next key and back, with what is shown', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory?bucket=month', { as: 'planner' })
    const { page } = screen
    await settled(page)
    const keys = page.getByRole('grid').getByRole('rowheader').locator('a')
    await keys.first().click()
    const heading = page.getByRole('heading', { level: 1 })
    await page.getByRole('link', { name: 'Next row of the report' }).waitFor()
    const first = await heading.innerText()
    expect(await page.getByRole('link', { name: 'Previous row of the report' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Next row of the report' }).click()
    await page.getByRole('link', { name: 'Previous row of the report' }).waitFor()
    expect(await heading.innerText()).not.toBe(first)
    expect(new URL(page.url()).searchParams.get('bucket')).toBe('month')
    await page.getByRole('link', { name: 'Previous row of the report' }).click()
    await heading.filter({ hasText: first }).waitFor()
  })

  it('mark an end that is not after the start, and stay', detail, async () => {
    const window = 'start=2027-02-01&end=2027-01-01'
    await using screen = await web.open(`/app/default/reports/resource?${window}`, { as: 'planner' })
    const { page } = screen
    const until = page.getByRole('textbox', { name: 'Until' })
    for (const step of ['report', 'key']) {
      await settled(page)
      await page.getByRole('grid').getByRole('row').nth(1).waitFor()
      expect(await until.getAttribute('aria-invalid'), step).toBe('true')
      await page.getByText('This must be later than “From”.').waitFor()
      if (step === 'report') await page.getByRole('grid').getByRole('rowheader').locator('a').first().click()
    }
    await until.fill('2027-03-01')
    await until.press('Enter')
    await page.getByText('This must be later than “From”.').waitFor({ state: 'detached' })
    expect(await until.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('mark stock below its safety stock with a sign that a legend explains', detail, async () => {
    const { json } = await web.server.request('GET', '/api/output/inventoryreport/?bucket=week&limit=100000')
    const rows: readonly Record<string, unknown>[] = Array.isArray(json) ? json.map(Object) : []
    const { item, location, bucket } = rows.find(isBelow)!
    const key = encodeURIComponent(`${String(item)}~${String(location)}`)
    // The safety stock need not be shown.
    await using screen = await web.open(
      `/app/default/reports/inventory?bucket=week&measures=endonhand&search=${String(item)}`,
      { as: 'planner', width: 6000 },
    )
    const { page } = screen
    await settled(page)
    const legend = page.getByRole('list', { name: 'Signs' })
    expect(await legend.innerText()).toMatch(/▽\s*Below safety stock\s*▼\s*Below zero/)
    await page
      .getByRole('gridcell', { name: /Below safety stock \(\d/ })
      .first()
      .waitFor()
    await page.goto(`/app/default/reports/inventory/${key}?bucket=week`)
    await settled(page)
    const line = page.getByRole('row').filter({ hasText: /^End on hand/ })
    const column = await page
      .getByRole('columnheader', { name: String(bucket), exact: true })
      .getAttribute('aria-colindex')
    const cell = line.locator(`[aria-colindex="${column}"]`)
    expect(await cell.getAttribute('data-stock')).toBe('below')
    expect(await cell.innerText()).toContain('▽')
    const marked = await line.locator('[data-stock="below"]').count()
    const below = rows.filter((row) => row['item'] === item && row['location'] === location && isBelow(row))
    expect(marked).toBe(below.length)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
  })

  it('show the names of all figures of a key in full', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory/E-City%20black~Utrecht%20plant', {
      as: 'planner',
    })
    const { page } = screen
    await settled(page)
    const names = page.getByRole('grid').getByRole('rowheader')
    await names.filter({ hasText: 'Receipts by manufacturing confirmed' }).waitFor()
    const cut = await names.evaluateAll((all) =>
      all.flatMap((one) => (one.scrollWidth > one.clientWidth ? one.textContent : [])),
    )
    expect(cut).toEqual([])
  })

  it('change buckets in place, and lead to the records behind a figure', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource/Tube%20saw', { as: 'planner' })
    const { page } = screen
    await settled(page)
    await page.getByRole('combobox', { name: 'Time bucket' }).click()
    await page.getByRole('option', { name: 'month' }).click()
    await page.waitForURL(/bucket=month/)
    await settled(page)
    await page.getByRole('grid').getByRole('gridcell').locator('a').first().click()
    await page.waitForURL(/\/orders\?/)
    expect(decodeURIComponent(page.url())).toContain('Tube saw')
  })

  it('lead to movements with what the order makes, when and for whom', async () => {
    const shown = ['Type', 'Operation', 'Item', 'Start date', 'End date', 'Demands']
    // A purchase needs no operation.
    const filled = new Set(['Type', 'Item', 'Start date', 'End date'])
    await using screen = await web.open('/app/default/reports/inventory?bucket=month', {
      as: 'planner',
      width: 2200,
    })
    const { page } = screen
    await settled(page)
    const link = page.getByRole('gridcell').locator('a[href*="/data/operationplan"]').first()
    await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    await settled(page)
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell').first().waitFor()
    for (const column of shown) {
      const header = grid.getByRole('columnheader').filter({ hasText: column })
      await header.first().waitFor()
      if (!filled.has(column)) continue
      const place = await header.first().getAttribute('aria-colindex')
      const cells = grid.locator(`[role="gridcell"][aria-colindex="${place}"]`)
      await cells.filter({ hasText: /\w/ }).first().waitFor()
      expect(await cells.filter({ hasText: /\w/ }).count()).toBeGreaterThan(0)
    }
  })

  it('list what is wrong with a key, and which orders are late because of it', detail, async () => {
    const { json } = await web.server.request('GET', '/api/output/constraint/?entity=capacity&limit=1')
    const owner = Array.isArray(json) ? String(json[0]?.owner) : ''
    await using screen = await web.open(`/app/default/reports/resource/${encodeURIComponent(owner)}`, {
      as: 'planner',
    })
    const { page } = screen
    await settled(page)
    const late = page.getByRole('table', { name: 'Sales orders that are late or short because of it' })
    const link = late.getByRole('link').first()
    const order = await link.innerText()
    await link.click()
    await page.waitForURL(/\/plan$/)
    expect(decodeURIComponent(page.url())).toContain(`/data/demand/${order}/plan`)
  })

  it('take the addresses that they had, and say so where there is no such key', detail, async () => {
    await using screen = await web.open(
      `/app/default/reports/resource?bucket=week&key=${encodeURIComponent('["Tube saw"]')}`,
      { as: 'planner' },
    )
    const { page } = screen
    await page.getByRole('heading', { level: 1, name: 'Tube saw' }).waitFor()
    expect(page.url()).toMatch(/\/reports\/resource\/Tube%20saw\?bucket=week$/)
    await page.goto('/app/default/reports/resource/nobody')
    await page.getByRole('heading', { name: 'The report has no data for nobody' }).waitFor()
    await page.getByRole('link', { name: 'Back to the report' }).click()
    await page.getByRole('grid').waitFor()
  })

  it('have room for the figure of another scenario beside each', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource?bucket=month&compare=scenario1')
    const { page } = screen
    await settled(page)
    const cells = page.getByRole('gridcell').filter({ hasText: '(' })
    expect(await cells.count()).toBeGreaterThan(0)
    const cut = await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth))
    expect(cut).toEqual([])
  })

  it('tell on a phone of which location a row is', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory?bucket=month', {
      as: 'planner',
      width: 390,
      height: 800,
    })
    const { page } = screen
    await settled(page)
    const key = page
      .getByRole('grid')
      .getByRole('rowheader')
      .filter({ has: page.getByRole('link') })
      .first()
    const [item, location, more] = (await key.innerText()).split('\n')
    expect([item, location].map((part) => (part ?? '').length > 2)).toEqual([true, true])
    expect(more).toBeUndefined()
    expect(await key.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true)
  })

  it('take days as the reader writes them, by keys or from the calendar', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource?start=2026-12-01', { as: 'planner' })
    const { page } = screen
    await settled(page)
    const [from, until] = ['From', 'Until'].map((name) => page.getByRole('textbox', { name }))
    await page.getByText('From', { exact: true }).waitFor()
    expect(await from!.inputValue()).toBe('2026-12-01')
    await until!.fill('2026-13-45')
    await until!.press('Enter')
    await page.getByText('This is not a date').waitFor()
    await until!.fill('2027-02-01')
    await until!.press('Enter')
    await page.waitForURL(/start=2026-12-01&end=2027-02-01/)
    await page.getByRole('button', { name: 'Pick a day: From' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: '15 December 2026' }).click()
    await page.waitForURL(/start=2026-12-15/)
    expect(await from!.inputValue()).toBe('2026-12-15')
    await from!.fill('')
    await from!.press('Tab')
    await page.waitForURL((url) => !url.searchParams.has('start'))
  })

  it('show a total of each row, and of all rows of the search, whatever page is loaded', detail, async () => {
    const { json } = await web.server.request(
      'GET',
      '/api/output/capacityreport/?shape=total&measures=load,utilization&bucket=month',
    )
    const totals: readonly Record<string, unknown>[] = Array.isArray(json) ? json.map(Object) : []
    expect(totals.length).toBeGreaterThan(0)
    await using screen = await web.open(
      '/app/default/reports/resource?bucket=month&measures=load,utilization',
      { as: 'planner' },
    )
    const { page } = screen
    await settled(page)
    const head = page
      .getByRole('row')
      .filter({ hasText: /Total of \d+ rows/ })
      .first()
    await head.waitFor()
    const place = await page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-colindex')
    expect(await head.locator(`[aria-colindex="${place}"]`).innerText()).toMatch(/^sum\s+[\d,.]+$/)
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader').getByRole('link') })
    await row.first().getByRole('gridcell', { name: /^sum / }).waitFor()
    // By keys: up to the totals, and to the total of a row.
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('ArrowUp')
    expect(await grid.locator('[data-active="true"]').innerText()).toMatch(/overall/)
    await expectAccessible(page)
  })

  it('show the name of the total of all rows in full, with its unit, in German too', detail, async () => {
    await web.server.addUser({ username: 'heidi', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/reports/demand', { as: 'heidi' })
    const name = screen.page.locator('b:visible', { hasText: /^Summe von \d+ Zeilen · piece$/ })
    await name.waitFor()
    const hidden = await name.evaluate((text) => {
      const cell = text.closest('[role="rowheader"]')
      const isClipping = cell !== null && getComputedStyle(cell).overflowX !== 'visible'
      return isClipping ? cell.scrollWidth - cell.clientWidth : 0
    })
    expect(hidden).toBe(0)
  })

  it('show the total of a heat map, on a phone too', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource?bucket=month&show=heat', {
      width: 390,
      height: 844,
    })
    const total = screen.page.getByRole('row').filter({ hasText: /Total of \d+ rows/ })
    await total.waitFor()
    expect(await total.innerText()).toContain('Utilization')
  })

  it('chart in each row the level and its limit, with words for screen readers', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory?bucket=week', { as: 'planner' })
    const { page } = screen
    await settled(page)
    const chart = page.getByRole('grid').getByRole('link', { name: /End on hand: lowest .*, highest / })
    await chart.first().waitFor()
    expect(await chart.first().locator('svg path').count()).toBeGreaterThan(1)
    await chart.first().click()
    await page.waitForURL(/\/reports\/inventory\/./)
  })

  it('show only exceptions on request, and say so if there are none', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory?bucket=week&measures=endonhand', {
      as: 'planner',
    })
    const { page } = screen
    await settled(page)
    await page.getByRole('checkbox', { name: 'Only exceptions' }).check()
    await page.waitForURL(/only=exceptions/)
    await settled(page)
    const keys = page
      .getByRole('grid')
      .getByRole('rowheader')
      .filter({ has: page.getByRole('link') })
    await keys.first().waitFor()
    const charts = await keys.allInnerTexts()
    expect(charts.every((text) => /Below the limit in \d+ time bucket/.test(text))).toBe(true)
    await page.goto('/app/default/reports/inventory?bucket=week&only=exceptions&search=no%20such%20item')
    await page.getByRole('heading', { name: 'No exceptions' }).waitFor()
    await page.getByRole('button', { name: 'Show all rows' }).click()
    await page.waitForURL((url) => !url.searchParams.has('only'))
  })

  it('edit the safety stock where a buffer has it, by keys, and undo what was saved', async () => {
    const stored = async (item: string, location: string): Promise<unknown> => {
      const query = new URLSearchParams({ item, location, fields: 'minimum' }).toString()
      const { json } = await web.server.request('GET', `/api/input/buffer/?${query}`)
      return Array.isArray(json) ? json[0]?.minimum : undefined
    }
    await using screen = await web.open('/app/default/reports/inventory?bucket=week&measures=safetystock', {
      as: 'planner',
    })
    const { page } = screen
    await settled(page)
    const grid = page.getByRole('grid')
    const editable = page.getByRole('button', { name: /Edit the safety stock/ })
    await editable.first().waitFor()
    const [item = '', location = ''] = await grid
      .getByRole('row')
      .filter({ has: editable })
      .first()
      .getByRole('rowheader')
      .allInnerTexts()
    const name = item.split('\n')[0] ?? ''
    const row = grid.getByRole('row').filter({ hasText: name }).filter({ hasText: location }).first()
    const before = await stored(name, location)
    await row.getByRole('button').first().click()
    const input = page.getByRole('textbox', { name: `Safety stock of ${name} at ${location}` })
    await input.fill('many')
    await input.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'many' }).waitFor()
    await page.keyboard.press('Control+z')
    await row.getByRole('button').first().click()
    await input.fill('321')
    await input.press('Enter')
    const bar = page.getByRole('region', { name: 'Changes that are not saved' })
    await bar.getByText('1 cell changed').waitFor()
    expect(await row.getByRole('button', { name: '321 Not saved yet' }).count()).toBeGreaterThan(1)
    // Unsaved edits are kept when the report shows something else, and leaving asks.
    await page.getByRole('checkbox', { name: 'Only exceptions' }).check()
    await page.waitForURL(/only=exceptions/)
    await bar.getByText('1 cell changed').waitFor()
    await page.getByRole('checkbox', { name: 'Only exceptions' }).uncheck()
    await page.getByRole('link', { name: 'Buffers' }).first().click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: 'Stay here' }).click()
    await asked.waitFor({ state: 'detached' })
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await page.getByText('1 row is saved.').first().waitFor()
    expect(await stored(name, location)).toBe(321)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText(/Undone by change set \d+\./)
      .first()
      .waitFor()
    expect(await stored(name, location)).toBe(before)
  })

  it(
    'keep unsaved safety stocks while they are hidden, and while the figures of another window are read',
    detail,
    async () => {
      await using screen = await web.open('/app/default/reports/inventory?bucket=week&measures=safetystock', {
        as: 'planner',
      })
      const { page } = screen
      await settled(page)
      const editable = page.getByRole('button', { name: /Edit the safety stock/ })
      await editable.first().click()
      await page.getByRole('textbox', { name: /^Safety stock of / }).fill('654')
      await page.keyboard.press('Enter')
      const edited = page.getByRole('button', { name: '654 Not saved yet' })
      const told = page
        .getByRole('region', { name: 'Changes that are not saved' })
        .getByText('1 cell changed')
      await told.waitFor()
      await page.getByRole('button', { name: '1 figure', exact: true }).click()
      await page.getByRole('checkbox', { name: 'end on hand', exact: true }).check()
      await page.getByRole('checkbox', { name: 'safety stock', exact: true }).uncheck()
      await page.keyboard.press('Escape')
      await expect.poll(() => edited.count()).toBe(0)
      await told.waitFor()
      const row = page.getByRole('grid').getByRole('rowheader').getByRole('link').first()
      await row.click()
      const asked = page.getByRole('dialog')
      await asked.getByRole('button', { name: 'Stay here' }).click()
      await asked.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await row.click()
      await page.waitForURL(/\/reports\/inventory\/./)
      await settled(page)
      await editable.last().click()
      await page.getByRole('textbox', { name: /^Safety stock of / }).fill('655')
      await page.keyboard.press('Enter')
      await told.waitFor()
      await page.getByRole('combobox', { name: 'Time bucket' }).click()
      await page.getByRole('option', { name: 'month' }).click()
      await page.waitForURL(/bucket=month/)
      await page.getByRole('button', { name: '655 Not saved yet' }).first().waitFor()
      await told.waitFor()
    },
  )

  it(
    'leave keys for unsaved safety stocks to the dialog that is open, and redo what was undone',
    detail,
    async () => {
      await using screen = await web.open('/app/default/reports/inventory?bucket=week&measures=safetystock', {
        as: 'admin',
      })
      const { page } = screen
      await settled(page)
      const editable = page.getByRole('button', { name: /Edit the safety stock/ })
      await editable.first().click()
      await page.getByRole('textbox', { name: /^Safety stock of / }).fill('765')
      await page.keyboard.press('Enter')
      const told = page
        .getByRole('region', { name: 'Changes that are not saved' })
        .getByText('1 cell changed')
      await told.waitFor()
      await page.keyboard.press('Control+z')
      await told.waitFor({ state: 'detached' })
      await page.keyboard.press('Control+Shift+Z')
      await told.waitFor()
      await page.getByRole('button', { name: 'Save as proposal' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').last().fill('because')
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await told.waitFor()
      expect(await page.getByText('1 row is saved.').count()).toBe(0)
    },
  )

  it('keep the last figure that is shown', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource?measures=load', { as: 'planner' })
    const { page } = screen
    await settled(page)
    await page.getByRole('button', { name: '1 figure', exact: true }).click()
    const figures = page.getByRole('dialog').getByRole('checkbox')
    const only = page.getByRole('checkbox', { checked: true, name: 'load', exact: true })
    await only.click({ force: true })
    await page.waitForTimeout(300)
    expect(await figures.and(page.getByRole('checkbox', { checked: true })).count()).toBe(1)
    await only.waitFor()
    await page.getByRole('checkbox', { name: 'available', exact: true }).check()
    await page.getByRole('checkbox', { name: 'load', exact: true }).uncheck()
    await expect.poll(() => new URL(page.url()).searchParams.get('measures')).toBe('available')
  })

  it('link to the calendar that sets a safety stock', detail, async () => {
    const { json } = await web.server.request(
      'GET',
      '/api/input/buffer/?minimum_calendar__isnull=false&fields=item,location,minimum_calendar&limit=1',
    )
    const [buffer] = Array.isArray(json) ? json : []
    const calendar = String(buffer.minimum_calendar)
    const path = `/app/default/reports/inventory/${encodeURIComponent(`${buffer.item}~${buffer.location}`)}`
    await using screen = await web.open(`${path}?bucket=month`, { as: 'planner' })
    const { page } = screen
    await settled(page)
    const line = page.getByRole('row').filter({ hasText: /^Safety stock/ })
    const link = line.getByRole('link', { name: `The calendar ${calendar} sets the safety stock` }).first()
    await link.waitFor()
    expect(await line.getByRole('button').count()).toBe(0)
    expect(await link.getAttribute('href')).toContain('/calendars?calendar=')
  })

  it('say that the horizon lies outside of the time buckets', detail, async () => {
    await using screen = await web.open('/app/default/reports/demand?start=1990-01-01&end=1990-02-01')
    const { page } = screen
    await page.getByRole('heading', { name: 'There are no time buckets in this window' }).waitFor()
    expect(await page.getByRole('link', { name: 'Generate time buckets' }).count()).toBe(1)
  })

  it('say why they are empty without time buckets, and lead to what makes them', detail, async () => {
    await web.server.database.query({ text: 'TRUNCATE "default"."bucket" CASCADE' })
    await using screen = await web.open('/app/default/')
    const { page } = screen
    for (const report of ['demand', 'resource?show=heat', 'resource/Tube%20saw']) {
      await page.goto(`/app/default/reports/${report}`)
      await page.getByRole('heading', { name: 'There are no time buckets yet' }).waitFor()
    }
    await page.getByRole('link', { name: 'Generate time buckets' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).waitFor()
    expect(new URL(page.url()).searchParams.get('task')).toBe('createbuckets')
  })
})
