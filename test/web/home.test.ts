/** Tests the start screen and the inbox: links, results of an import, and changes by other users. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

/** A sales order that a plan delivers later. */
const change = (key: string) => ({
  entity: 'input.demand',
  key,
  before: { end: '2026-12-01T00:00:00', quantity: 5, delay: 0 },
  after: { end: '2026-12-03T12:00:00', quantity: 5, delay: 216_000 },
})

/** Runs in the page: records the texts that are drawn on canvases from then on. */
const recordTexts = `(() => {
  window.texts = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    window.texts.push(text)
    fillText.call(this, text, ...place)
  }
})()`

describeWeb('the start screen', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('tells how the last import ended, and leads to the rows that it rejected', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const card = page.getByRole('region', { name: 'Data', exact: true })
    await card.getByRole('link', { name: 'Last import' }).waitFor()
    await card.locator('[data-state="Failed"]').waitFor()
    expect(await card.innerText()).toContain('demand')
    await card.getByRole('link', { name: /file with rejected rows/ }).click()
    await page.waitForURL('**/execute/files?folder=errors')
    await page.getByRole('row', { name: /demand/ }).waitFor()
  })

  it(
    'counts late orders as the list behind them does, also quotes and those closed since the plan',
    detail,
    async () => {
      await web.server.database.query({
        text: `UPDATE "default"."demand" SET "status" = 'quote', "plannedquantity" = "quantity", "delay" = '900 days'
        WHERE "name" IN (SELECT "name" FROM "default"."demand" WHERE "status" = 'open' ORDER BY "name" LIMIT 2)`,
      })
      await web.server.database.query({
        text: `UPDATE "default"."demand" SET "status" = 'closed'
        WHERE "name" = (SELECT min("name") FROM "default"."demand" WHERE "delay" = '900 days')`,
      })
      // SQL statements do not change the change counter, by which lists detect that they must be counted again.
      const path = '/api/input/demand/CO-20171/'
      await web.server.request('PATCH', path, { as: 'admin', body: { description: 'counted again' } })
      await using screen = await web.open('/app/default/')
      const { page } = screen
      const tile = page.getByRole('link', { name: /^Orders late/ })
      const count = await tile.locator('strong').innerText()
      expect(Number(count)).toBeGreaterThanOrEqual(2)
      await page.getByRole('region', { name: 'Most delayed orders' }).getByText('900 days').first().waitFor()
      await tile.click()
      await page.getByText(new RegExp(`of ${count}\\b`)).waitFor()
    },
  )

  it(
    'lists no order behind the late ones that it counts as short, because it is delivered in part',
    detail,
    async () => {
      const { database } = web.server
      const { rows } = await database.query<{ name: string }>({
        text: `UPDATE "default"."demand" SET "plannedquantity" = "quantity" / 2, "delay" = '800 days'
        WHERE "name" = (SELECT max("name") FROM "default"."demand" WHERE "delay" IS NOT NULL) RETURNING "name"`,
      })
      await database.query({
        text: `INSERT INTO "default"."problem" ("entity", "name", "owner", "description", "startdate", "enddate")
        SELECT 'demand', 'short', $1, '', now(), now()`,
        values: [rows[0]!.name],
      })
      await web.server.request('PATCH', '/api/input/demand/CO-20171/', {
        as: 'admin',
        body: { description: 'counted again, one in part' },
      })
      await using screen = await web.open('/app/default/')
      const { page } = screen
      for (const name of ['Orders late', 'Orders on time']) {
        await page.goto('/app/default/')
        const tile = page.getByRole('link', { name: new RegExp(`^${name}`) })
        await expect.poll(() => tile.getAttribute('href')).toContain('filter=')
        const count = await tile.locator('strong').innerText()
        await tile.click()
        await page.getByText(new RegExp(`of ${count}\\b`)).waitFor()
        expect(await page.getByText(rows[0]!.name, { exact: true }).count()).toBe(0)
      }
    },
  )

  it('lists each buffer at risk once, with the first date', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const links = page.getByRole('region', { name: 'Stock at risk' }).getByRole('listitem').getByRole('link')
    await links.first().waitFor()
    const names = await links.allInnerTexts()
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(names).size).toBe(names.length)
    const all = page.getByRole('region', { name: 'What needs a decision' })
    const count = await all
      .getByRole('link', { name: /^Below safety stock/ })
      .locator('strong')
      .innerText()
    await page.getByText(`${names.length} of ${count}, the earliest first`).waitFor()
  })

  it(
    'leads through the first hour: notes what was done, goes when dismissed, and comes back',
    detail,
    async () => {
      await using screen = await web.open('/app/default/', { as: 'planner' })
      const { page } = screen
      const card = page.getByRole('region', { name: 'Your first hour' })
      const tasks = card.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
      await card.getByText(/^0 of \d+ done$/).waitFor()
      expect(await tasks.count()).toBe(3)
      await card.getByRole('button', { name: 'All tasks' }).click()
      await card.getByRole('link', { name: 'Release what must be ordered this week', exact: true }).waitFor()
      // The user may not try changes of the plan.
      expect(
        await card.getByRole('link', { name: 'Promise a date to a customer', exact: true }).count(),
      ).toBe(0)
      await expectAccessible(page, { level: 'any' })
      const helps = await tasks.getByRole('link', { name: /^Help/ }).all()
      for (const help of helps) {
        const { status } = await web.server.request('GET', (await help.getAttribute('href')) ?? '')
        expect(status).toBe(200)
      }
      expect(helps.length).toBeGreaterThan(5)

      const stored = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().includes('first-hour') && answer.ok(),
      )
      await card.getByRole('link', { name: 'See what needs a decision today', exact: true }).click()
      await page.waitForURL('**/app/default/exceptions')
      await stored
      await page.goto('/app/default/')
      await card.getByText(/^1 of \d+ done$/).waitFor()

      await card.getByRole('button', { name: 'Hide' }).click()
      await card.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('region', { name: 'What needs a decision' }).waitFor()
      expect(await card.count()).toBe(0)
      await page.getByRole('button', { name: 'User planner' }).click()
      await page.getByRole('menuitem', { name: 'Your first hour' }).click()
      await card.getByText(/^1 of \d+ done$/).waitFor()
    },
  )

  it('starts a group with one press', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const card = page.getByRole('region', { name: 'Groups of tasks' })
    await card.getByText(/^next /).waitFor()
    await card.getByText('Never').waitFor()
    await card.getByRole('button', { name: /Night/ }).click()
    await page.waitForURL('**/execute/runs/*')
    await page.goto('/app/default/')
    await card.locator('[data-state]').first().waitFor()
    expect(await card.getByText('Never').count()).toBe(0)
  })

  it('has no groups for those who may run none', detail, async () => {
    await using screen = await web.open('/app/default/', { as: 'viewer' })
    const { page } = screen
    await settled(page)
    await page.getByRole('region', { name: 'Last runs' }).waitFor()
    expect(await page.getByRole('region', { name: 'Groups of tasks' }).count()).toBe(0)
  })

  it('links every record that a plan has changed', detail, async () => {
    const { json } = await web.server.request('GET', '/api/input/demand/?fields=name&limit=7')
    const names = (Array.isArray(json) ? json : []).map((row) => String(Object(row).name))
    await web.server.database.query({
      text: `WITH s AS (INSERT INTO "default"."changeset" ("created", "channel") VALUES (LOCALTIMESTAMP, 'task') RETURNING "id")
        INSERT INTO "default"."plannotice" ("changeset", "user", "kind", "total", "changes")
        SELECT s."id", u."id", 'plan', 7, $1 FROM s, control."user" u WHERE u."username" = 'planner'`,
      values: [JSON.stringify(names.map(change))],
    })
    await using screen = await web.open('/app/inbox', { as: 'planner' })
    const { page } = screen
    const message = page.getByRole('listitem').filter({ hasText: 'A plan changed 7 records' })
    const records = message.getByRole('listitem').getByRole('link')
    await expect.poll(() => records.allInnerTexts()).toEqual(names.slice(0, 5))
    await message.getByRole('button', { name: 'and 2 more' }).click()
    await expect.poll(() => records.allInnerTexts()).toEqual(names)
    await expectAccessible(page, { level: 'any' })
    await records.last().click()
    await page.waitForURL(`**/data/demand/${encodeURIComponent(names[6]!)}/plan`)
  })

  it('tells what others have done to a followed record, and what is opened is read', detail, async () => {
    const record = '/api/input/demand/CO-20392/'
    await web.server.request('POST', '/api/common/follower/', {
      as: 'planner',
      body: { content_type: 'input.demand', object_pk: 'CO-20392' },
    })
    await web.server.request('PATCH', record, { as: 'admin', body: { description: 'Call first' } })
    await web.server.request('POST', '/api/common/comment/', {
      as: 'admin',
      body: { content_type: 'input.demand', object_pk: 'CO-20392', comment: 'Can it be earlier?' },
    })
    await web.server.request('POST', '/api/common/comment/', {
      as: 'admin',
      body: { content_type: 'input.demand', object_pk: 'CO-20392', comment: 'Call again' },
    })
    await using screen = await web.open('/app/default/', { as: 'planner' })
    const { page } = screen
    const card = page.getByRole('region', { name: 'Inbox' })
    await card.getByText('admin: Can it be earlier?').waitFor()
    await card.getByText(/admin changed: Description/i).waitFor()
    // What is opened from here is read as well.
    const inbox = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
    await expect.poll(() => inbox.getAttribute('aria-label')).toBe('Inbox: 3 unread messages')
    await card.getByRole('listitem').filter({ hasText: 'Call again' }).getByRole('link').click()
    await page.waitForURL('**/data/demand/CO-20392?**')
    await expect.poll(() => inbox.getAttribute('aria-label')).toBe('Inbox: 2 unread messages')
    await inbox.click()
    await page.getByText('2 unread', { exact: true }).waitFor()
    // The label of the scenario, not its name.
    expect(await page.getByRole('listitem').filter({ hasText: 'Can it be earlier?' }).innerText()).toContain(
      '· Production',
    )
    await expectAccessible(page, { level: 'any' })
    const said = page.getByRole('listitem').filter({ hasText: 'Can it be earlier?' })
    await said.getByRole('link').click()
    await page.waitForURL('**/data/demand/CO-20392?tab=messages')
    await page.getByText('Can it be earlier?').waitFor()
    await page.goBack()
    await page.getByText('1 unread', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('0 unread', { exact: true }).waitFor()
    // The button that had the focus is gone.
    await page.locator('#page-title:focus').waitFor()
  })

  const ask = (path: string, body: object) =>
    web.server.request('POST', `/api/plan/${path}/`, { as: 'admin', body })

  /** Stores two more plans, so that there is a trend. */
  const storePlans = async (): Promise<void> => {
    for (const round of [1, 2]) {
      const { json } = await ask('trial', { edits: [] })
      const token = typeof json === 'object' && json !== null && 'token' in json ? json.token : undefined
      expect([round, (await ask('accept', { token })).status]).toEqual([round, 200])
    }
  }

  it('draws the trend of the plan with numbers in the format of the reader', detail, async () => {
    await storePlans()
    await web.server.addUser({ username: 'nora', rights: { default: 'superuser' } })
    const body = { preferences: { number_format: 'de' } }
    expect(await web.server.request('PATCH', '/api/me/', { as: 'nora', body })).toMatchObject({ status: 200 })
    await using screen = await web.open('/app/default/', { as: 'nora' })
    const { page } = screen
    const trend = page.getByRole('region', { name: 'Trend of the plan' })
    await trend.locator('canvas').first().waitFor()
    await page.evaluate(recordTexts)
    await trend.getByRole('combobox', { name: 'Key figure' }).click()
    await page.getByRole('option', { name: 'Average stock value' }).click()
    const drawn = (): Promise<readonly string[]> => page.evaluate<readonly string[]>('window.texts')
    await expect
      .poll(async () => (await drawn()).filter((text) => /^\d{1,3}([.,]\d{3})+$/.test(text)))
      .not.toEqual([])
    expect((await drawn()).filter((text) => text.includes(','))).toEqual([])
  })

  it('says how much has changed since the plan, and leads to a new one', async () => {
    await storePlans()
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const trend = page.getByRole('region', { name: 'Trend of the plan' })
    await trend.getByRole('img', { name: /Orders late/ }).waitFor()
    expect(await page.getByText(/since the plan of/).count()).toBe(0)
    // The accepted trial has stored the last plan, after the last run.
    const { json: age } = await web.server.request('GET', '/api/plan/current/', { as: 'admin' })
    const stored = String(Object(age).stored)
    await page
      .getByRole('link', { name: /^Rows in Problems/ })
      .getByText(`Planned ${stored.slice(0, 10)} ${stored.slice(11, 16)}`)
      .waitFor()
    await trend.getByRole('combobox', { name: 'Key figure' }).click()
    await page.getByRole('option', { name: 'Average stock value' }).click()
    await trend.getByRole('img', { name: /Average stock value/ }).waitFor()
    await trend.getByText('Table', { exact: true }).click()
    expect(await trend.getByRole('row').count()).toBeGreaterThanOrEqual(3)
    await expectAccessible(page, { level: 'any' })
    await web.server.request('PATCH', '/api/input/demand/CO-20171/', {
      as: 'admin',
      body: { quantity: 11 },
    })
    await page.goto('/app/default/reports/resource')
    await page.getByText(/^1 change since the plan of/).waitFor()
    await expectAccessible(page, { level: 'any' })
    await page.getByRole('link', { name: /^1 change since the plan of/ }).click()
    await page.waitForURL('**/audit?scenario=default&after=*')
    await page
      .getByText(/^Sales orders/)
      .first()
      .waitFor()
    // Lists of records with values of the plan say so too.
    await page.goto('/app/default/data/demand')
    await page.getByText(/^1 change since the plan of/).waitFor()
    await page.goto('/app/default/data/item')
    await page.locator('.ag-row').first().waitFor()
    expect(await page.getByText(/since the plan of/).count()).toBe(0)
    await page.goto('/app/default/')
    await page.getByText(/^1 change since the plan of/).waitFor()
    const open = page.getByRole('status').getByRole('button', { name: 'Preview' })
    await open.click()
    const preview = page.getByRole('dialog', { name: 'Preview of a new plan' })
    await preview.getByText('Consequences').waitFor()
    // The figures before are those of the stored plan, as on the start page.
    const { json } = await web.server.request('GET', '/api/plan/history/?limit=1', { as: 'admin' })
    const figures = Object(Object(Object(json).plans)[0]).figures
    const late = preview
      .getByRole('row', { name: /^Quantity × days late/ })
      .getByRole('cell')
      .nth(1)
    expect(await late.innerText()).toBe(Math.round(figures.quantity_days_late).toLocaleString('en'))
    await preview.getByText(/the lists with that plan adapted to the change\.$/).waitFor()
    await expectAccessible(page, { level: 'any' })
    await page.keyboard.press('Escape')
    await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('status').getByRole('link', { name: 'Other settings' }).click()
    await page.waitForURL('**/execute?task=runplan')
  })

  it('previews a new plan, which is stored as it was shown when it is accepted', detail, async () => {
    const path = '/api/input/demand/CO-20171/'
    await web.server.request('PATCH', path, { as: 'admin', body: { quantity: 12 } })
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await page.getByRole('status').getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview of a new plan' })
    await preview.getByRole('button', { name: 'Accept' }).click()
    await preview.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText(/since the plan of/).count()).toBe(0)
  })

  it('has no trend before the first plan is recorded', detail, async () => {
    await web.server.database.query({ text: `DELETE FROM control."planhistory"` })
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await page.getByText('No plan has been recorded yet.').waitFor()
    const trend = page.getByRole('region', { name: 'Trend of the plan' })
    expect(await trend.getByRole('img').count()).toBe(0)
  })

  it('is no wider than a phone with data that is left out, in German', detail, async () => {
    const body = { name: 'SO-nowhere', item: 'Tea', quantity: 1, due: '2027-01-01T00:00:00' }
    await web.server.request('POST', '/api/input/item/', { body: { name: 'Tea' } })
    expect((await web.server.request('POST', '/api/input/demand/', { body })).status).toBe(201)
    expect(await web.server.ended(await web.server.launch('runplan'))).toMatchObject({ status: 'Done' })
    await web.server.addUser({ username: 'heidi', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/', { as: 'heidi', width: 390 })
    await screen.page.getByRole('link', { name: /außer Acht$/ }).waitFor()
    await expectNoSidewaysScroll(screen.page)
  })
})
