/**
 * Tests the Gantt chart: found and opened by keys and by mouse, edited next to the chart, zoomed, compared with
 * capacity.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

interface Row {
  readonly resource: string
  readonly bars: readonly {
    readonly reference: string
    readonly startdate: string
    readonly enddate: string
  }[]
}

const day = 86_400_000
/** Vertical middle of a lane of the chart, in pixels. */
const middleOfLane = 13

const pathOf = (reference: string, type: unknown): string =>
  `/api/input/${type === 'WO' ? 'workorder' : 'manufacturingorder'}/${encodeURIComponent(reference)}/`

type Bar = Row['bars'][number]
const overlap = (one: Bar, other: Bar): boolean =>
  one.startdate < other.enddate && other.startdate < one.enddate

const panelOf = (page: Page) => page.getByRole('complementary', { name: /^Order / })
const chartOf = (page: Page) => page.getByRole('application')
const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName')

/** Opens the first order by keys. Returns its reference. */
async function openFirst(page: Page): Promise<string> {
  await chartOf(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const name = (await panelOf(page).getAttribute('aria-label')) ?? ''
  await panelOf(page).getByRole('button', { name: 'Save' }).waitFor()
  return name.replace('Order ', '')
}

describeWeb('the Gantt chart', () => {
  let web: Web
  let start = ''
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
    const list = '/api/output/timeline/?shape=list&start=2000-01-01&end=2100-01-01&limit=1&ordering=startdate'
    const { json: first } = await web.server.request('GET', list)
    start = Array.isArray(first) ? String(first[0]?.startdate).slice(0, 10) : ''
  })
  afterAll(() => web[Symbol.asyncDispose]())

  async function opened(as = 'planner', expected: readonly RegExp[] = []) {
    const screen = await web.open(`/app/default/gantt?start=${start}`, { as, expected })
    await settled(screen.page)
    await chartOf(screen.page).waitFor()
    return screen
  }

  const speak = (language: string): Promise<unknown> =>
    web.server.request('PATCH', '/api/me/', { as: 'viewer', body: { language } })

  /** Returns the current rows of the chart. */
  const readRows = async (): Promise<readonly Row[]> => {
    const end = new Date(Date.parse(start) + 28 * day).toISOString().slice(0, 10)
    const { json } = await web.server.request('GET', `/api/output/timeline/?start=${start}&end=${end}`)
    return Array.isArray(json) ? json : []
  }

  const orderOf = async (reference: string): Promise<Readonly<Record<string, unknown>>> => {
    const { json } = await web.server.request(
      'GET',
      `/api/input/operationplan/${encodeURIComponent(reference)}/?fields=type,quantity,remark`,
    )
    return Object(json)
  }

  it('shows the status of an order in the language of the user', detail, async () => {
    await speak('de')
    await using screen = await opened('viewer')
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const status = page.getByRole('complementary').locator('dt', { hasText: 'Status' }).locator('+ dd')
    await expect.poll(() => status.innerText()).toBe('bestätigt')
    await speak('auto')
  })

  it(
    'moves the other date by working time, and approves the proposal unless that is not wanted',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const reference = await openFirst(page)
      const one = `/api/input/operationplan/${encodeURIComponent(reference)}/`
      const { json } = await web.server.request('PATCH', one, { as: 'admin', body: { status: 'proposed' } })
      const order: Readonly<Record<string, unknown>> = Object(json)
      expect(order['status']).toBe('proposed')
      await page.reload()
      await settled(page)
      await chartOf(page).waitFor()
      expect(await openFirst(page)).toBe(reference)
      const panel = panelOf(page)
      const end = await panel.getByLabel('End date').inputValue()
      const later = new Date(Date.parse(`${String(order['startdate'])}Z`) + 7 * day)
        .toISOString()
        .slice(0, 19)
      await panel.getByLabel('Start date').fill(later.replace('T', ' '))
      await page.waitForFunction(
        (before) => document.querySelector<HTMLInputElement>('#field-enddate')?.value !== before,
        end,
      )
      const approve = panel.getByRole('checkbox', { name: /^Approve this order/ })
      expect(await approve.isChecked()).toBe(true)
      await page.keyboard.press('Control+s')
      await page.getByText('No unsaved changes in this form.').waitFor()
      const { json: saved } = await web.server.request('GET', one)
      expect(saved).toMatchObject({ status: 'approved', startdate: later })
      expect(Date.parse(Object(saved).enddate)).toBeGreaterThan(Date.parse(later))
    },
  )

  it(
    'goes from order to order by keys, opens one, saves what is changed, and gives the focus back',
    detail,
    async () => {
      await using screen = await opened()
      const { page } = screen
      const reference = await openFirst(page)
      expect(await focused(page)).toBe('ASIDE')
      const { quantity } = await orderOf(reference)
      await panelOf(page).getByLabel('Remark').fill('looked at')
      await page.keyboard.press('Control+s')
      await page.getByText('No unsaved changes in this form.').waitFor()
      expect(await orderOf(reference)).toMatchObject({ quantity, remark: 'looked at' })
      await expectAccessible(page, { level: 'any' })
      await page.keyboard.press('Escape')
      await panelOf(page).waitFor({ state: 'detached' })
      expect(await focused(page)).toBe('CANVAS')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await panelOf(page).waitFor()
      expect(await panelOf(page).getAttribute('aria-label')).not.toBe(`Order ${reference}`)
    },
  )

  /** Returns an order, its first day, and the name of an earlier order that supplies it. */
  const linkedOrders = async () => {
    const { json } = await web.server.request(
      'GET',
      '/api/output/timeline/?shape=list&start=2000-01-01&end=2100-01-01&limit=100&ordering=-startdate',
    )
    for (const { reference, startdate } of Array.isArray(json) ? json.map(Object) : []) {
      const path = `/api/output/pegging/?operationplan=${encodeURIComponent(reference)}&direction=upstream&depth=1`
      const orders = (await web.server.request('GET', path)).json
      const today = String(startdate).slice(0, 10)
      const supplier = (Array.isArray(orders) ? orders : [])
        .map(Object)
        .find(({ level, resources, enddate }) => level === 1 && resources !== null && enddate < today)
      if (supplier === undefined) continue
      const known = `/api/input/operationplan/${String(supplier.reference)}/`
      const name = String(Object((await web.server.request('GET', known)).json).operation)
      return { reference: String(reference), supplier: String(supplier.reference), name, first: today }
    }
    throw new Error('No order is supplied by an earlier one on a resource.')
  }

  it(
    'goes to an order outside the view that supplies the opened one, and back to the chart',
    detail,
    async () => {
      const { reference, supplier, name, first } = await linkedOrders()
      await using screen = await web.open(`/app/default/gantt?start=${first}&days=7&order=${reference}`)
      const { page } = screen
      await chartOf(page).waitFor()
      await page.getByRole('searchbox', { name: 'Find an order, item, customer' }).press('Enter')
      await chartOf(page).focus()
      await page.keyboard.press('Enter')
      await panelOf(page).getByRole('button', { name, exact: true }).first().press('Enter')
      await page.waitForURL(({ searchParams }) => (searchParams.get('start') ?? '') < first)
      await expect.poll(() => panelOf(page).getAttribute('aria-label')).toBe(`Order ${supplier}`)
      await page.keyboard.press('Escape')
      await panelOf(page).waitFor({ state: 'detached' })
      expect(await focused(page)).toBe('CANVAS')
    },
  )

  it('goes to such an order from the table as well, and back to the table', detail, async () => {
    const { reference, supplier, name, first } = await linkedOrders()
    await using screen = await web.open(`/app/default/gantt?start=${first}&days=7&show=table`)
    const { page } = screen
    const open = page.locator('tbody').getByRole('button')
    await open.first().waitFor()
    for (const button of await open.all()) {
      await button.press('Enter')
      await panelOf(page).waitFor()
      if ((await panelOf(page).getAttribute('aria-label')) === `Order ${reference}`) break
    }
    await panelOf(page).getByRole('button', { name, exact: true }).first().press('Enter')
    await page.waitForURL(({ searchParams }) => (searchParams.get('start') ?? '') < first)
    await expect.poll(() => panelOf(page).getAttribute('aria-label')).toBe(`Order ${supplier}`)
    await page.keyboard.press('Escape')
    await panelOf(page).waitFor({ state: 'detached' })
    await page.locator(':focus').getByRole('table', { name: 'Gantt chart' }).waitFor()
  })

  it('opens the order that is clicked', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const { resource, bars } = (await readRows()).find((row) => row.bars.length > 0)!
    // A bar without overlap is in the first lane.
    const first = bars.find((bar) => bars.every((other) => other === bar || !overlap(bar, other)))
    const drawing = (await chartOf(page).boundingBox())!
    const name = (await page.getByRole('link', { name: resource, exact: true }).boundingBox())!
    const middle = (Date.parse(`${first!.startdate}Z`) + Date.parse(`${first!.enddate}Z`)) / 2
    const x = drawing.x + ((middle - Date.parse(start)) / day) * (drawing.width / 28)
    await page.mouse.click(x, name.y + middleOfLane)
    await panelOf(page).waitFor()
    expect(await panelOf(page).getAttribute('aria-label')).toBe(`Order ${first!.reference}`)
  })

  it('says what is wrong with a value, and asks before it is thrown away', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const reference = await openFirst(page)
    await panelOf(page).getByLabel('End date').fill('someday')
    await page.getByText('“someday” is not a date.').waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: `Discard the changes to order ${reference}?` })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await panelOf(page).getByLabel('End date').inputValue()).toBe('someday')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await panelOf(page).waitFor({ state: 'detached' })
  })

  it('shows what the service refuses, at its field', detail, async () => {
    await using screen = await opened('planner', [/status of 400/])
    const { page } = screen
    await openFirst(page)
    await panelOf(page).getByLabel('Remark').fill('x\u0000y')
    await panelOf(page).getByRole('button', { name: 'Save' }).click()
    await panelOf(page).locator('[aria-invalid="true"]').waitFor()
    expect(await page.getByText('No unsaved changes in this form.').count()).toBe(0)
  })

  it('lays side by side what both have changed', detail, async () => {
    await using screen = await opened('planner', [/status of 409/])
    const { page } = screen
    const reference = await openFirst(page)
    const { type } = await orderOf(reference)
    await panelOf(page).getByLabel('Remark').fill('mine')
    const { status } = await web.server.request('PATCH', pathOf(reference, type), {
      body: { remark: 'theirs' },
    })
    expect(status).toBe(200)
    await panelOf(page).getByRole('button', { name: 'Save' }).click()
    await panelOf(page).getByRole('alert').getByText('Theirs theirs').waitFor()
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByText('No unsaved changes in this form.').waitFor()
    expect(await orderOf(reference)).toMatchObject({ remark: 'mine' })
  })

  it('shows those who may not change it the facts alone', async () => {
    await using screen = await opened('viewer')
    const { page } = screen
    await chartOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panelOf(page).getByText('Quantity').waitFor()
    expect(await panelOf(page).getByRole('textbox').count()).toBe(0)
  })

  it('zooms by keys and fits all work, with the focus where it was', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const days = (): string | null => new URL(page.url()).searchParams.get('days')
    await chartOf(page).focus()
    await page.keyboard.press('-')
    await page.waitForURL(/days=91/)
    await page.keyboard.press('+')
    await page.waitForURL(/days=28/)
    await page.keyboard.press('+')
    await page.waitForURL(/days=14/)
    expect(await focused(page)).toBe('CANVAS')
    await page.keyboard.press('0')
    await page.waitForURL(({ searchParams }) => searchParams.get('start') === start)
    expect(await focused(page)).toBe('CANVAS')
    const { json } = await web.server.request(
      'GET',
      '/api/output/timeline/?shape=list&start=2000-01-01&end=2100-01-01&limit=1&ordering=-enddate',
    )
    const last = Array.isArray(json) ? Date.parse(`${json[0]?.enddate}Z`) : 0
    expect(Number(days())).toBe(Math.ceil((last - Date.parse(start)) / day))
    await page.getByRole('button', { name: 'Fit all work' }).waitFor()
  })

  it('has one Tab stop per resource, and its utilization an arrow key away', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const names = page.getByRole('link', { name: /: \d+ % of the capacity is used, / })
    const label = (await names.first().getAttribute('aria-label')) ?? ''
    const name = page.getByRole('link', { name: label.split(':')[0] ?? '', exact: true })
    const focusedText = (): Promise<string> => page.evaluate<string>('document.activeElement.innerText')
    await name.focus()
    await page.keyboard.press('Tab')
    const next = await focusedText()
    expect(next).not.toContain('%')
    await name.focus()
    await page.keyboard.press('ArrowDown')
    expect(await focusedText()).toBe(next)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    expect(await names.first().evaluate((link) => link.matches(':focus'))).toBe(true)
    await page.keyboard.press('ArrowLeft')
    expect(await name.evaluate((link) => link.matches(':focus'))).toBe(true)
  })

  it('folds its legend on a phone', detail, async () => {
    await using screen = await web.open(`/app/default/gantt?start=${start}`, { width: 390 })
    const { page } = screen
    const entry = page.getByText('changeover', { exact: true })
    await page.getByText('Legend', { exact: true }).waitFor()
    expect(await entry.isVisible()).toBe(false)
    await page.getByText('Legend', { exact: true }).click()
    await entry.waitFor()
  })

  it('tells how much of the capacity is used, and leads to its figures', detail, async () => {
    await using screen = await opened()
    const { page } = screen
    const share = page.getByRole('link', { name: /: \d+ % of the capacity is used, / }).first()
    const resource = ((await share.getAttribute('aria-label')) ?? '').split(':')[0] ?? ''
    await share.click()
    await page.getByRole('heading', { level: 1, name: resource }).waitFor()
    expect(new URL(page.url()).searchParams.get('start')).toBe(start)
  })
})
