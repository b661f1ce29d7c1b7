/**
 * Tests the calendar editor: entries drawn by mouse, keys and form, tried before they are saved, for all resources or
 * for one.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

const trayOf = (page: Page) => page.getByRole('region', { name: 'Changes not saved yet' })
const entriesOf = (page: Page) => page.getByRole('table', { name: 'Entries by precedence' })

/** Returns the point of the week in the middle of a day, counted from Monday, at an hour. */
async function pointOf(page: Page, day: number, hour: number): Promise<readonly [x: number, y: number]> {
  const column = (await page.getByRole('application').locator('[data-date]').nth(day).boundingBox())!
  return [column.x + column.width / 2, column.y + (column.height * hour) / 24]
}

/** Adds resources of the wholesaler that work in shifts from Monday to Friday; all transports of an item need one. */
async function addShifts({ server }: Web): Promise<void> {
  const post = async (entity: string, body: readonly object[]): Promise<void> => {
    const { status, text } = await server.request('POST', `/api/input/${entity}/`, { body })
    if (status >= 300) throw new Error(`${entity} was refused: ${text}`)
  }
  const hours = { value: 1, priority: 10, saturday: false, sunday: false }
  await post('calendar', [
    { name: 'Day shift', defaultvalue: 0 },
    { name: 'Two shifts', defaultvalue: 0 },
    { name: 'Night shift', defaultvalue: 0 },
  ])
  await post('calendarbucket', [
    { ...hours, calendar: 'Day shift', starttime: '07:00:00', endtime: '15:00:00' },
    { ...hours, calendar: 'Two shifts', starttime: '06:00:00', endtime: '22:00:00' },
  ])
  await post('resource', [
    { name: 'Forklift', available: 'Day shift' },
    { name: 'Crane', available: 'Day shift' },
    { name: 'Truck', available: 'Two shifts' },
    { name: 'Guard', available: 'Night shift' },
    { name: 'Watch', available: 'Night shift' },
  ])
  const { json } = await server.request('GET', '/api/input/itemdistribution/?limit=1')
  const [transport]: unknown[] = Array.isArray(json) ? json : []
  const { item, location, origin } = Object(transport)
  await post('itemdistribution', [{ item, location, origin, resource: 'Truck', resource_qty: 1 }])
}

describeWeb('the calendar editor', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo' })
    await addShifts(web)
  })
  afterAll(() => web[Symbol.asyncDispose]())

  async function opened(search: string, as = 'admin') {
    const screen = await web.open(`/app/default/calendars?${search}`, { as })
    await screen.page.getByRole('heading', { name: /^Used by/ }).waitFor()
    return screen
  }

  const entries = async (calendar: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const path = `/api/input/calendarbucket/?calendar=${encodeURIComponent(calendar)}&ordering=id`
    const { json } = await web.server.request('GET', path)
    return Array.isArray(json) ? json : []
  }

  it('adds overtime by dragging, tells its consequences, saves and undoes it', async () => {
    await using screen = await opened('calendar=Two%20shifts&date=2027-02-03')
    const { page } = screen
    const before = await entries('Two shifts')
    await page.mouse.move(...(await pointOf(page, 5, 6.2)))
    await page.mouse.down()
    await page.mouse.move(...(await pointOf(page, 6, 13.8)), { steps: 4 })
    await page.mouse.up()
    const tray = trayOf(page)
    await tray.getByText('06:00–14:00').waitFor()
    await entriesOf(page).getByText('16 of 16 h').waitFor()
    // The first trial starts the process that holds the plan.
    await tray.getByRole('button', { name: 'Consequences' }).click({ timeout: 90_000 })
    await tray.getByRole('region', { name: 'Key figures' }).first().waitFor({ timeout: 60_000 })
    await expectAccessible(page, { level: 'any' })
    expect(await entries('Two shifts')).toEqual(before)
    await tray.getByRole('button', { name: 'Save', exact: true }).click()
    await tray.waitFor({ state: 'detached', timeout: 60_000 })
    const stored = (await entries('Two shifts')).find((entry) => before.every(({ id }) => id !== entry['id']))
    expect(stored).toMatchObject({
      value: 1,
      priority: 0,
      startdate: '2027-02-06T00:00:00',
      enddate: '2027-02-08T00:00:00',
      starttime: '06:00:00',
      endtime: '14:00:00',
    })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => entries('Two shifts').then((all) => all.length)).toBe(before.length)
  }, 240_000)

  it('brings discarded changes back with Ctrl+Z, until there are new ones', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('radiogroup', { name: 'Dragging adds' }).getByText('Downtime').click()
    const week = page.getByRole('application')
    const tray = trayOf(page)
    const close = async (...keys: readonly string[]): Promise<void> => {
      await week.focus()
      for (const key of [...keys, 'Shift+ArrowDown', 'Enter']) await week.press(key)
      await tray.waitFor()
    }
    await close('ArrowRight')
    const lines = tray.getByRole('list').first().getByRole('listitem')
    const before = await lines.allInnerTexts()
    await tray.getByRole('button', { name: 'Discard' }).click()
    const notice = page.getByText('The changes are discarded. Ctrl+Z brings them back.')
    await notice.waitFor()
    await tray.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await tray.waitFor()
    expect(await lines.allInnerTexts()).toEqual(before)
    await notice.waitFor({ state: 'detached', timeout: 2_000 })
    await tray.getByRole('button', { name: 'Discard' }).click()
    await notice.waitFor()
    await close('ArrowRight', 'ArrowRight')
    await notice.waitFor({ state: 'detached', timeout: 2_000 })
    const others = await lines.allInnerTexts()
    await page.keyboard.press('Control+z')
    expect(await lines.allInnerTexts()).toEqual(others)
  })

  it('closes hours by keys, opens what holds, and takes a change back', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('radiogroup', { name: 'Dragging adds' }).getByText('Downtime').click()
    const week = page.getByRole('application')
    await week.focus()
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter']) await week.press(key)
    const tray = trayOf(page)
    await tray.getByText('Day shift: closed · 2027-02-02 08:00 to 2027-02-03 09:00').waitFor()
    await entriesOf(page).getByText('8 of 8 h').or(entriesOf(page).getByText('25 of 25 h')).waitFor()
    await week.focus()
    await week.press('F2')
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Remove' }).click()
    await tray.waitFor({ state: 'detached' })
    expect(await entriesOf(page).getByText('new').count()).toBe(0)
  })

  it('removes no entry while the others are read without a change that was taken back', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('radiogroup', { name: 'Dragging adds' }).getByText('Downtime').click()
    const week = page.getByRole('application')
    for (const keys of [['ArrowRight'], ['ArrowRight', 'ArrowRight', 'ArrowDown']]) {
      await week.focus()
      for (const key of [...keys, 'Shift+ArrowDown', 'Enter']) await week.press(key)
    }
    const lines = trayOf(page).getByRole('list').first().getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(2)
    const added = entriesOf(page).getByRole('row').filter({ hasText: 'new' })
    await expect.poll(() => added.count()).toBe(2)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/calendars/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await lines.first().getByRole('button').first().click()
    await expect.poll(() => lines.count()).toBe(1)
    const kept = await lines.allInnerTexts()
    for (const row of await added.all())
      await row.getByRole('button', { name: /^Remove/ }).click({ force: true })
    expect(await lines.allInnerTexts()).toEqual(kept)
    answer.resolve()
    await expect.poll(() => added.count()).toBe(1)
    await added.getByRole('button', { name: /^Remove/ }).click()
    await trayOf(page).waitFor({ state: 'detached' })
  })

  it('shows and changes nothing of the calendar before while another one is read', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/calendars/Night%20shift/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Calendar', exact: true }).click()
    await page.getByRole('option', { name: 'Night shift' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor()
    await page.locator('main [aria-busy="true"]').waitFor()
    expect(await page.getByText('Forklift').count()).toBe(0)
    expect(await page.getByRole('application').count()).toBe(0)
    // A new entry takes its value and its priority from the calendar.
    await page.getByRole('button', { name: 'Add…' }).click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    answer.resolve()
    await page.getByRole('button', { name: 'Only for this one: Guard' }).waitFor()
    await page.getByRole('button', { name: 'Add…' }).click()
    await page.getByRole('dialog').waitFor()
  })

  it('gives the later of two quick entries precedence', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/calendars/**', async (route) => {
      if (route.request().method() === 'POST') await answer.promise
      await route.continue()
    })
    const kinds = page.getByRole('radiogroup', { name: 'Dragging adds' })
    const week = page.getByRole('application')
    for (const kind of ['Downtime', 'Overtime']) {
      await kinds.getByText(kind).click()
      await week.focus()
      for (const key of ['Shift+ArrowDown', 'Enter']) await week.press(key)
    }
    answer.resolve()
    const added = entriesOf(page).getByRole('row').filter({ hasText: 'new' })
    await expect.poll(() => added.count()).toBe(2)
    await added.filter({ hasText: 'open' }).getByText('1 of 1 h').waitFor()
    await added.filter({ hasText: 'closed' }).getByText('0.5 of 1 h').waitFor()
  })

  it.each(['calendars?calendar=Day%20shift&date', 'gantt?start'])(
    'takes no date of an address that does not exist: %s',
    detail,
    async (path) => {
      await using screen = await web.open(`/app/default/${path}=2026-13-45`)
      const { page } = screen
      await settled(page)
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.getByRole('main').getByRole('button', { name: 'Today' }).waitFor()
    },
  )

  it('adds by a form, and gives one resource a calendar of its own', detail, async () => {
    await using screen = await opened('calendar=Day%20shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('button', { name: 'Add…' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('Overtime', { exact: true }).click()
    await form.getByLabel('Daily until').fill('18:30')
    await form.getByRole('button', { name: 'Apply' }).click()
    const tray = trayOf(page)
    const affected = tray.getByText(
      '“Day shift” is used by Crane and Forklift. The changes affect all of them.',
    )
    await affected.waitFor()
    await page.getByRole('button', { name: 'Only for this one: Forklift' }).click()
    await affected.waitFor({ state: 'detached' })
    await tray.getByText('Forklift gets the calendar “Day shift, Forklift”').waitFor()
    await page.getByRole('heading', { name: 'Day shift, Forklift' }).waitFor()
    await page.getByRole('heading', { name: 'Used by (1)' }).waitFor()
    await entriesOf(page).getByText('07:00–18:30').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await tray.getByRole('button', { name: 'Save', exact: true }).click()
    await tray.waitFor({ state: 'detached', timeout: 60_000 })
    // The copy stays on the screen, so that the next change does not affect the others.
    await settled(page)
    await page.getByRole('heading', { name: 'Day shift, Forklift' }).waitFor()
    expect(new URL(page.url()).searchParams.get('calendar')).toBe('Day shift, Forklift')
    const { json } = await web.server.request('GET', '/api/input/resource/Forklift/')
    expect(Object(json)['available']).toBe('Day shift, Forklift')
    const [shared, own] = [await entries('Day shift'), await entries('Day shift, Forklift')]
    expect(own.length).toBe(shared.length + 1)
    await page.goto('/app/default/calendars?calendar=Day%20shift&view=month&resource=Crane&date=2027-02-03')
    await page.getByRole('gridcell', { name: /2027-02-03.*8 h.*capacity 8/ }).waitFor()
    await settled(page)
  })

  it('returns to the calendar that was copied when the copy is discarded', detail, async () => {
    await using screen = await opened('calendar=Night%20shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('button', { name: 'Only for this one: Guard' }).click()
    await page.getByRole('heading', { name: 'Night shift, Guard' }).waitFor()
    await trayOf(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Night shift', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('calendar')).toBe('Night shift')
  })

  it(
    'closes whole days up to the day that is entered as the end, as form, list and changes say',
    detail,
    async () => {
      await using screen = await opened('calendar=Two%20shifts&date=2027-02-03')
      const { page } = screen
      await page.getByRole('button', { name: 'Add…' }).click()
      const form = page.getByRole('dialog')
      await form.getByText('Downtime', { exact: true }).click()
      const ends = form.getByLabel('Ends', { exact: true })
      await form.getByLabel('Begins', { exact: true }).fill('2027-02-04')
      await ends.focus()
      // The end is not before the start.
      await expect.poll(() => ends.inputValue()).toBe('2027-02-04')
      await ends.fill('2027-02-06')
      await form.getByLabel('Daily from').focus()
      const period = '2027-02-04 to 2027-02-06'
      await form.getByText(`closed · ${period} · all day`).waitFor()
      expect(await form.getByLabel('Ends', { exact: true }).inputValue()).toBe('2027-02-06')
      await form.getByRole('button', { name: 'Apply' }).click()
      await trayOf(page).getByText(`Two shifts: closed · ${period} · all day`).waitFor()
      const added = entriesOf(page).getByRole('row').filter({ hasText: 'new' })
      await added.getByText(period).waitFor()
      await added.getByText('72 of 72 h').waitFor()
      await added.getByRole('button', { name: /^Edit/ }).click()
      await form.getByLabel('Ends', { exact: true }).fill('2027-02-06 14:00')
      await form.getByLabel('Daily from').focus()
      await form.getByText('closed · 2027-02-04 to 2027-02-06 14:00 · all day').waitFor()
    },
  )

  it('takes the hours of an entry as 24 hours in every browser', detail, async () => {
    await using screen = await opened('calendar=Two%20shifts&date=2027-02-03')
    const { page } = screen
    await page.getByRole('button', { name: 'Add…' }).click()
    const form = page.getByRole('dialog')
    const [from, until] = [form.getByLabel('Daily from'), form.getByLabel('Daily until')]
    // The browser shows a time input with the clock of its own language.
    expect(await from.getAttribute('type')).not.toBe('time')
    await from.fill('7:00')
    await until.fill('24:00')
    await from.focus()
    expect([await from.inputValue(), await until.inputValue()]).toEqual(['07:00', '24:00'])
    await until.fill('25:00')
    await from.focus()
    await form.getByText('“25:00” is not a time of day. Enter 14:30.').waitFor()
    await form.getByRole('button', { name: 'Apply' }).click()
    await form.waitFor()
    await until.fill('18:30')
    await form.getByRole('button', { name: 'Apply' }).click()
    await trayOf(page).getByText('07:00–18:30').waitFor()
  })

  it('leads to where a calendar is made if there is none', detail, async () => {
    await using screen = await web.open('/app/scenario1/calendars')
    const { page } = screen
    await page.getByRole('link', { name: 'Create a calendar' }).click()
    await page.locator('#field-name').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/scenario1/data/calendar/new')
  })

  it('shows all values of an entry on a phone, in German too', detail, async () => {
    await web.server.addUser({ username: 'heidi', language: 'de', rights: { default: 'superuser' } })
    const path = '/app/default/calendars?calendar=Two%20shifts'
    await using screen = await web.open(path, { as: 'heidi', width: 390 })
    const { page } = screen
    const entries = page.getByRole('region', { name: 'Einträge nach Vorrang' }).last()
    await entries
      .getByRole('button', { name: /^Entfernen|entfernen$/ })
      .first()
      .waitFor()
    const hidden = () => entries.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(hidden).toBe(0)
    await expectAccessible(page)
  })

  it('shows calendars to those who may not change them', async () => {
    await using screen = await opened('calendar=Day%20shift', 'viewer')
    const { page } = screen
    expect(await page.getByRole('button', { name: 'Add…' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  })
})
