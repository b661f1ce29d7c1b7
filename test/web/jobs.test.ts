/**
 * Tests the daily jobs of a planner: each starts on the start page of a demo and has a maximum number of clicks.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

/** Counts clicks. */
interface Hand {
  readonly count: () => number
  readonly click: (target: Locator) => Promise<void>
}

function handOf(): Hand {
  let count = 0
  return {
    count: () => count,
    click: async (target) => {
      count += 1
      await target.click()
    },
  }
}

/** Trials compute plans, which takes long where others keep the processors busy. */
const tried = { timeout: 150_000 } as const

const decisions = (page: Page): Locator => page.getByRole('region', { name: 'What needs a decision' })
/** Returns the days that a line states. */
const daysOf = (text: string): number => Number(/([\d.]+) days?/.exec(text)?.[1])

/** Returns the row of an exception on the screen. */
const rowOf = (page: Page, subject: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: subject, exact: true }) })

describeWeb('a planner’s day', () => {
  let web: Web
  /** A job shop, for jobs that compute many plans. */
  let shop: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
    shop = await startWeb({ dataset: 'jobshop_demo', inUse: true })
  })
  afterAll(async () => {
    await web[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })

  /** Runs a task of the job shop to its end, which must be good. */
  async function runs(...task: Parameters<Web['server']['launch']>): Promise<void> {
    expect(await shop.server.ended(await shop.server.launch(...task))).toMatchObject({ status: 'Done' })
  }

  /** Returns the tasks of the first hour that are noted as done. */
  const doneTasks = async (): Promise<unknown> =>
    (await web.server.request('GET', '/api/me/preferences/?prefix=first-hour:')).json

  it('begins with what needs a decision: no click', async () => {
    await using screen = await web.open('/app/default/')
    const card = decisions(screen.page)
    await card.getByRole('link', { name: 'SO-10902' }).waitFor()
    expect(await card.getByRole('list', { name: 'What needs a decision' }).locator('> li').count()).toBe(7)
    await card.getByRole('link', { name: /^Late sales orders \d/ }).waitFor()
  })

  it('tells why an order is late: 1 click', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(decisions(page).getByRole('link', { name: 'SO-10902' }))
    await page.getByRole('alert').getByText('Paint line').first().waitFor()
    // The main cause is first, with its days and a link to it; the days of all causes add up to the delay.
    const causes = page.getByRole('alert').getByRole('listitem')
    expect(await causes.first().innerText()).toMatch(/ lost\b/)
    expect(await causes.first().getByRole('link').count()).toBeGreaterThan(0)
    const delay = daysOf(await page.getByRole('alert').getByText('It is late by').innerText())
    const sum = (await causes.allInnerTexts()).reduce((days, text) => days + daysOf(text), 0)
    expect(sum).toBeCloseTo(delay, 0)
    expect(hand.count()).toBe(1)
  })

  it('shows what to expedite: 1 click', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(decisions(page).getByRole('link', { name: /^Expedite \d/ }))
    await page.waitForURL('**/exceptions?group=expedite')
    await rowOf(page, 'PO-4501').getByText('Shenlan Motion').waitFor()
    // The date of its arrival lies ahead.
    expect(await rowOf(page, 'PO-4501').innerText()).toMatch(/planned for \d{4}-/)
    expect(hand.count()).toBe(1)
  })

  it('shows what to cancel and what to push out: 1 click, and accepts it: 2 more each', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(decisions(page).getByRole('link', { name: /^Push out or cancel \d/ }))
    await rowOf(page, 'PO-4513').getByText('80 are not needed in the plan').waitFor()
    await rowOf(page, 'PO-4514')
      .getByText(/^Needed only on \d{4}-/)
      .waitFor()
    expect(hand.count()).toBe(1)
    for (const order of ['PO-4513', 'PO-4514']) {
      await hand.click(page.getByRole('button', { name: `Try the change: ${order}` }))
      const dialog = page.getByRole('dialog')
      const accept = dialog.getByRole('button', { name: 'Accept' })
      await accept.waitFor(tried)
      await dialog.getByText('No sales order changes its delivery date.').waitFor()
      await hand.click(accept)
      await dialog.waitFor({ state: 'detached', ...tried })
      await rowOf(page, order).waitFor({ state: 'detached' })
    }
    expect(hand.count()).toBe(5)
  })

  it('shows excess stock: 1 click, and moves it where it is short: 2 more', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(decisions(page).getByRole('link', { name: /^Excess stock \d/ }))
    await rowOf(page, 'Frame lock @ Utrecht plant')
      .getByText(/^Never used/)
      .waitFor()
    expect(hand.count()).toBe(1)
    await hand.click(page.getByRole('button', { name: 'Details: Frame lock @ Utrecht plant' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Transfer 12 from Utrecht plant to Lyon warehouse/).waitFor()
    const change = dialog.getByRole('row').filter({ hasText: 'SO-10922' })
    await change.getByText('on time again').waitFor(tried)
    await hand.click(dialog.getByRole('button', { name: 'Accept' }))
    await page.getByText('Saved in the plan').first().waitFor(tried)
    expect(hand.count()).toBe(3)
  })

  it('shows what has changed since yesterday: 1 click', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    const link = page.getByRole('link', { name: 'What has changed since yesterday' })
    await link.waitFor()
    // It is found without scrolling.
    expect((await link.boundingBox())?.y).toBeLessThan(200)
    await hand.click(link)
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    await page.getByRole('main').getByText('Run the plan').first().waitFor()
    // A planner reads first what became of the plan, then the entries.
    const summary = page.getByRole('region', { name: 'What has changed in this period' })
    await summary.getByText(/^Orders on time: /).waitFor()
    await summary.getByText('Decisions and changes of data').waitFor()
    expect(hand.count()).toBe(1)
  })

  it('tells the same figures about an exception in its row and in its details', detail, async () => {
    await using screen = await web.open('/app/default/exceptions')
    const { page } = screen
    const row = rowOf(page, 'SO-10902')
    await row.getByText(/^due \d{4}-\d\d-\d\d/).waitFor()
    const effect = await row.getByText(/quantity × days late/).innerText()
    await row.getByRole('button', { name: 'Remedies: SO-10902' }).click()
    await page.getByRole('dialog').getByText(effect).waitFor()
    await page.goto('/app/default/exceptions?group=shortage')
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    const details = page.getByRole('dialog')
    await details.getByText('Effect').waitFor()
    expect(await details.innerText()).not.toContain('quantity × days late')
    await details.getByRole('link', { name: 'Safety stock' }).click()
    await page.waitForURL(/\/safetystock\?item=/)
  })

  it('measures what a rush order changes: 3 clicks', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(decisions(page).getByRole('link', { name: 'SO-10903' }))
    await hand.click(page.getByRole('tab', { name: 'Try your own' }))
    await page.locator('#field-priority').fill('1')
    await hand.click(page.getByRole('button', { name: 'Try', exact: true }))
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor(tried)
    expect(hand.count()).toBeLessThanOrEqual(3)
  })

  it('notes what becomes of an exception, and the next plan does not forget it', detail, async () => {
    await using screen = await shop.open('/app/default/exceptions?group=late')
    const { page } = screen
    const row = rowOf(page, 'JOB-5')
    await row.getByRole('button', { name: 'Set status: JOB-5' }).click()
    await page.getByRole('menuitem', { name: 'Acknowledge' }).click()
    await page.getByText('1 exception is updated.').first().waitFor()
    await row.waitFor({ state: 'detached' })
    await runs('runplan')
    await page.goto('/app/default/exceptions?status=acknowledged')
    await rowOf(page, 'JOB-5').getByText('Acknowledged').waitFor()
    expect(await page.getByRole('button', { name: /^Set status: / }).count()).toBe(1)
  })

  it('puts late orders together by their bottleneck, and shows only one customer', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?group=late&by=bottleneck')
    const { page } = screen
    // Which orders wait for it depends on the day of the week on which the demo is planned.
    const painted = page.getByRole('region', { name: 'Paint line' })
    await painted.getByRole('link', { name: /^SO-/ }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('Radhaus')
    await page.waitForURL('**search=Radhaus**')
    await settled(page)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^SO-/ }) })
    await expect
      .poll(async () => (await rows.allInnerTexts()).every((text) => text.includes('Radhaus')))
      .toBe(true)
    expect(await rows.count()).toBeGreaterThan(0)
  })

  it('keeps a filter by customer under a name', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?group=late')
    const { page } = screen
    await page.getByRole('combobox', { name: 'Customer' }).click()
    const option = page.getByRole('option').first()
    const customer = await option.innerText()
    await option.click()
    await page.waitForURL('**customer=**')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as a view …' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My customer')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'My customer' }).waitFor()
    await page.goto('/app/default/exceptions')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'My customer' }).click()
    await page.waitForURL('**customer=**')
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer)
    await settled(page)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^SO-/ }) })
    await expect
      .poll(async () => (await rows.allInnerTexts()).every((text) => text.includes(customer)))
      .toBe(true)
  })

  it('releases what must be ordered this week, by supplier: 3 clicks', async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(page.getByRole('link', { name: 'Release orders' }))
    await page.getByRole('heading', { name: 'Release orders', level: 1 }).waitFor()
    const group = page
      .getByRole('main')
      .getByRole('region')
      .filter({ has: page.getByRole('heading') })
      .first()
    const name = await group.getByRole('heading').innerText()
    await hand.click(page.getByRole('checkbox', { name: `Select all of ${name}` }))
    await hand.click(page.getByRole('button', { name: /^Release \d+ orders?$/ }))
    await page.getByText(/^\d+ orders? (?:is|are) released/).waitFor()
    // What goes to whom, and how it gets there.
    await page.getByText(new RegExp(`^${name}: \\d+ orders?, value [\\d,]+$`)).waitFor()
    await page.getByText(/from where a connected ERP fetches them/).waitFor()
    expect(hand.count()).toBe(3)
    expect(await page.evaluate<string>('document.activeElement.innerText')).toMatch(
      /orders? (?:is|are) released/,
    )
    const file = page.getByRole('link', { name: 'CSV' })
    const answer = await web.server.request('GET', (await file.getAttribute('href')) ?? '')
    expect(answer.text).toContain('released_by')
    await page.getByRole('button', { name: /^Undo change set / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.locator('#page-title:focus').waitFor()
    const receipts = await web.server.request('GET', '/api/output/orderrelease/?ordering=-changeset&limit=1')
    const [receipt] = Array.isArray(receipts.json) ? receipts.json.map(Object) : []
    const order = await web.server.request('GET', `/api/input/operationplan/${receipt.reference}/`)
    expect(Object(order.json).status).toBe('proposed')
    await page.goto('/app/default/release?type=receipts')
    await page.getByRole('table').getByText('admin').first().waitFor()
    // The release has a lasting link to its change set, which says that it was undone.
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(new RegExp(`/app/audit\\?.*set=${receipt.changeset}`))
    await page
      .getByRole('main')
      .getByText(/Undone by admin/)
      .waitFor()
  })

  it('releases an order once by a double-click', detail, async () => {
    await using screen = await web.open('/app/default/release?span=all')
    const { page } = screen
    await page
      .getByRole('checkbox', { name: /^Select [^a]/ })
      .first()
      .check()
    // Both clicks come before the button is drawn again.
    await page
      .getByRole('button', { name: 'Release 1 order' })
      .evaluate('(one) => [one.click(), one.click()]')
    const done = page.getByRole('status').filter({ hasText: '1 order is released' })
    await done.waitFor()
    expect(await done.getByText('released already').count()).toBe(0)
    await done.getByRole('button', { name: /^Undo change set / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.locator('#page-title:focus').waitFor()
  })

  it(
    'merges purchases of an item before they are released, after seeing the effect: 5 clicks',
    detail,
    async () => {
      // The orders of the plan depend on the current date.
      const { json } = await web.server.request('GET', '/api/release/?type=PO')
      const orders: readonly unknown[] = Object(json).orders
      const groups = [...Map.groupBy(orders, (order) => String(Object(order).alike)).values()]
      const members = groups.find((group) => group.length > 1)!.slice(0, 2)
      await using screen = await web.open('/app/default/release?span=all')
      const { page } = screen
      const hand = handOf()
      for (const member of members) {
        const name = `Select ${Object(member).reference}`
        await hand.click(page.getByRole('checkbox', { name, exact: true }))
      }
      await hand.click(page.getByRole('button', { name: 'Merge', exact: true }))
      const save = page
        .getByRole('region', { name: 'Changes not saved yet' })
        .getByRole('button', { name: 'Save', exact: true, disabled: false })
      await save.waitFor(tried)
      await hand.click(save)
      await page.getByText('Saved in the plan').first().waitFor(tried)
      await page.getByText('approved', { exact: true }).first().waitFor()
      await hand.click(page.getByRole('button', { name: 'Release 1 order' }))
      await page.getByText('1 order is released').waitFor()
      expect(hand.count()).toBe(5)
    },
  )

  it('says why orders cannot be merged', detail, async () => {
    const { json } = await web.server.request('GET', '/api/release/?type=PO')
    const orders: readonly unknown[] = Object(json).orders
    const groups = [...Map.groupBy(orders, (order) => String(Object(order).alike)).values()]
    const members = groups.find(({ length }) => length > 1)!.slice(0, 2)
    const { supplier, item } = Object(members[0])
    const { json: found } = await web.server.request(
      'GET',
      `/api/input/itemsupplier/?item=${encodeURIComponent(item)}&supplier=${encodeURIComponent(supplier)}`,
    )
    const [{ id, sizemaximum }] = Object(found)
    const limit = (size: unknown) =>
      web.server.request('PATCH', `/api/input/itemsupplier/${id}/`, { body: { sizemaximum: size } })
    expect((await limit(Object(members[0]).quantity)).status).toBe(200)
    try {
      await using screen = await web.open('/app/default/release?span=all')
      const { page } = screen
      for (const member of members)
        await page.getByRole('checkbox', { name: `Select ${Object(member).reference}`, exact: true }).click()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByText('The orders cannot be merged').waitFor()
    } finally {
      await limit(sizemaximum)
    }
  })

  it.each(['release?span=all', 'safetystock'])('shows rows as cards on a phone: %s', detail, async (path) => {
    await using screen = await web.open(`/app/default/${path}`, { width: 390, height: 844 })
    const tables = screen.page.getByRole('main').locator('[role="region"]:has(table)[tabindex="0"]')
    await tables.first().waitFor()
    const tooWide = await tables.evaluateAll(
      (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    )
    expect(tooWide).toBe(0)
    // The buttons that sort are shown to those who reach them by keyboard.
    const sort = tables.first().locator('th button').first()
    await sort.focus()
    expect(await sort.evaluate((one) => one.closest('thead')?.clientHeight ?? 0)).toBeGreaterThan(20)
  })

  it('keeps the labels of the safety stock apart, also long ones', detail, async () => {
    await web.server.addUser({ username: 'heidi', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/safetystock', { as: 'heidi' })
    const labels = screen.page.getByRole('search').locator('label')
    await labels.first().waitFor()
    const hidden = labels.evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0))
        .map((one) => one.textContent),
    )
    expect(await hidden).toEqual([])
  })

  it('brings a discarded selection of buffers back with Ctrl+Z', detail, async () => {
    await using screen = await web.open('/app/default/safetystock')
    const { page } = screen
    const box = page.getByRole('checkbox', { name: 'Select Handlebar @ Utrecht plant' })
    await box.check()
    const tray = page.getByRole('region', { name: 'Changes not saved yet' })
    await tray.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('The changes are discarded. Ctrl+Z brings them back.').waitFor()
    expect(await box.isChecked()).toBe(false)
    await page.keyboard.press('Control+z')
    await tray.waitFor()
    expect(await box.isChecked()).toBe(true)
  })

  it('changes the safety stock of a class of items as a proposal: 3 clicks', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(page.getByRole('link', { name: 'Safety stock', exact: true }))
    await page.getByText('Select buffers, or a whole class').waitFor()
    await hand.click(page.getByRole('checkbox', { name: 'Select all of city' }))
    const tray = page.getByRole('region', { name: 'Changes not saved yet' })
    // The effect on the plan is known before the change is proposed.
    await tray.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor(tried)
    expect(await doneTasks()).not.toHaveProperty('first-hour:safety-stock')
    await hand.click(tray.getByRole('button', { name: 'Save as proposal' }))
    await page.getByRole('dialog').getByLabel('Title').press('Enter')
    await page
      .getByText(/^Saved as proposal \d+/)
      .first()
      .waitFor()
    expect(hand.count()).toBe(3)
    await expect.poll(doneTasks).toHaveProperty('first-hour:safety-stock')
    const { json } = await web.server.request('GET', '/api/proposals/?limit=1')
    const [proposal]: unknown[] = Object(json).proposals
    expect(proposal).toMatchObject({
      title: expect.stringMatching(/^Safety stock of \d+ buffers for 95 %$/),
      state: 'open',
      summary: [{ entity: 'input.buffer', action: 'update' }],
    })
    // A lower service level of one buffer needs less stock.
    const proposed = async (query: string): Promise<number> => {
      await page.goto(`/app/default/safetystock?item=E-City%20black&location=Utrecht%20plant&${query}`)
      const row = page.getByRole('row').filter({ hasText: 'E-City black @ Utrecht plant' })
      return Number(await row.getByRole('textbox', { name: /^Safety stock of / }).inputValue())
    }
    const usual = await proposed('')
    expect(await proposed('level=60')).toBeLessThan(usual)
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('saves a safety stock that the planner enters instead of the proposed one', detail, async () => {
    await using screen = await web.open(
      '/app/default/safetystock?item=E-City%20black&location=Utrecht%20plant',
    )
    const { page } = screen
    const name = 'E-City black @ Utrecht plant'
    const row = page.getByRole('row').filter({ hasText: name })
    const field = row.getByRole('textbox', { name: `Safety stock of ${name}` })
    const proposed = await field.inputValue()
    await field.fill('7')
    await row.getByText(`Proposed: ${proposed}`).waitFor()
    const tray = page.getByRole('region', { name: 'Changes not saved yet' })
    await tray.getByText(`${name}: 4 → 7`).waitFor()
    // An e-bike costs 1,120.
    await page.getByRole('status').filter({ hasText: '1 buffer selected' }).getByText('+3,360').waitFor()
    await tray.getByText('Change of the average stock value in the plan').waitFor(tried)
    // A number below 0 is not saved as another one.
    const save = tray.getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => save.isEnabled(), tried).toBe(true)
    await field.fill('-1')
    await field.blur()
    await row.getByText('The value must be 0 or more.').waitFor()
    expect(await field.inputValue()).toBe('-1')
    await tray.getByText(`${name}: 4 → 7`).waitFor()
    expect(await save.isEnabled()).toBe(false)
    await field.fill('999999')
    await row.getByText(/^Covers [\d,]+ weeks of demand$/).waitFor()
    await tray.getByText(/→ 999,999 · Covers [\d,]+ weeks of demand/).waitFor()
    await field.fill('7')
    await tray.getByText(`${name}: 4 → 7`).waitFor()
    // The field of a buffer that is taken back shows the proposal again.
    await tray.getByRole('button', { name: `Undo: ${name}` }).click()
    await expect.poll(() => field.inputValue()).toBe(proposed)
    await field.fill('7')
    await tray.getByRole('button', { name: 'Save', exact: true, disabled: false }).click(tried)
    await page.getByText('Saved in the plan').first().waitFor(tried)
    const list = '/api/input/buffer/?item=E-City%20black&location=Utrecht%20plant'
    const { json } = await web.server.request('GET', list)
    expect(json).toMatchObject([{ minimum: 7 }])
    await expect.poll(() => field.inputValue()).not.toBe('7')
    await row.getByRole('cell').nth(3).getByText('7', { exact: true }).waitFor()
    // What is saved is not proposed again.
    await row.getByRole('checkbox').check()
    await tray.getByRole('button', { name: 'Save', exact: true, disabled: false }).click(tried)
    await row.getByText('No change').waitFor(tried)
    expect(await row.getByRole('checkbox').count()).toBe(0)
    await page.goto('/app/default/safetystock?item=City%207%20black&location=Lyon%20warehouse')
    const seasonal = page.getByRole('row').filter({ hasText: 'Set by a calendar' })
    expect(await seasonal.getByRole('cell').nth(3).innerText()).toMatch(/^\d+\s+\d+ to \d+, calendar /)
    expect(await seasonal.getByRole('textbox').count()).toBe(0)
  })

  it('finds tested remedies for a late order, and accepts one: 2 clicks', async () => {
    await using screen = await shop.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(
      decisions(page)
        .getByRole('button', { name: /^Remedies: JOB-/ })
        .first(),
    )
    const dialog = page.getByRole('dialog')
    // The cards stay in place where the pointer happens to be over them: the best one is marked.
    const accept = dialog
      .getByRole('article')
      .filter({ has: page.getByText('best', { exact: true }) })
      .getByRole('button', { name: 'Accept' })
    await accept.waitFor(tried)
    await hand.click(accept)
    await page.getByText('Saved in the plan').first().waitFor(tried)
    expect(hand.count()).toBeLessThanOrEqual(3)
    // Undone, and the plan made again as before, without a form.
    await page.keyboard.press('Escape')
    await page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    const undo = page.getByRole('dialog', { name: /^Undo change set/ })
    await undo.getByText(/^Remedy for JOB-/).waitFor()
    await undo.getByRole('button', { name: 'Undo', exact: true }).click()
    await undo.waitFor({ state: 'detached' })
    await page
      .getByText(/since the plan of/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Run the plan' }).last().click()
    await expect.poll(() => page.getByText(/since the plan of/).count(), { timeout: 60_000 }).toBe(0)
  })

  it('adds overtime to a resource where it helps: 3 clicks', detail, async () => {
    await using screen = await shop.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(page.getByRole('link', { name: 'Cylindrical grinder' }).first())
    await hand.click(page.getByRole('button', { name: 'Add overtime' }))
    const options = page.getByRole('list', { name: 'Overtime, the most effective first' })
    const accept = options.getByRole('button', { name: 'Accept' }).first()
    await accept.waitFor(tried)
    expect(await options.getByRole('heading').first().innerText()).toContain('Cylindrical grinder')
    await hand.click(accept)
    await page.getByText('Saved in the plan').first().waitFor(tried)
    expect(hand.count()).toBe(3)
  })

  it('absorbs a machine that is down for ten days: 3 clicks', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(page.getByRole('link', { name: 'Paint line' }).first())
    await hand.click(page.getByRole('button', { name: 'Down until…' }))
    const dialog = page.getByRole('dialog')
    // The usual end is next Monday, which changes nothing where the resource is closed until then anyway.
    const until = dialog.getByRole('textbox', { name: 'Until' })
    await until.fill('today+10')
    await until.press('Enter')
    await dialog
      .getByText(/^Back at work on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d{4}-\d\d-\d\d 00:00$/)
      .waitFor()
    const figures = dialog.getByRole('region', { name: 'Key figures' }).first()
    await figures.waitFor(tried)
    // The summary and the table round alike.
    const summary = await dialog.getByText(/^Quantity × days late: /).innerText()
    const [before = '', after = ''] = summary.slice(summary.indexOf(':') + 2).split(' → ')
    const row = await figures.getByRole('row', { name: /^Quantity × days late/ }).innerText()
    expect(row.split(/\s+/)).toEqual(expect.arrayContaining([before, after]))
    // The other mode is tried too, and work that is already fixed does not vanish in silence.
    const other = await dialog.getByText(/^“Replan all” leads to .* instead of/).innerText(tried)
    expect(other).toContain(`instead of ${after},`)
    const fixed = dialog
      .getByRole('alert')
      .filter({ hasText: 'Approved or confirmed orders in the downtime' })
    expect(await fixed.getByRole('link', { name: 'WO-7001-3' }).count()).toBe(1)
    await hand.click(dialog.getByRole('button', { name: 'Accept' }))
    await page.getByText('Saved in the plan').first().waitFor(tried)
    expect(hand.count()).toBe(3)
    const { json } = await web.server.request(
      'GET',
      '/api/input/calendarbucket/?value=0&ordering=-id&limit=1',
    )
    expect(Object(json)[0]).toMatchObject({ calendar: expect.stringContaining('shifts') })
  })

  it('compares three scenarios by key figures: 1 click', detail, async () => {
    for (const destination of ['scenario1', 'scenario2'])
      await runs('scenario_copy', { destination, force: true })
    await runs('runplan', {}, 'scenario1')
    await using screen = await shop.open('/app/default/')
    const { page } = screen
    const hand = handOf()
    await hand.click(page.getByRole('link', { name: 'Plan comparison' }))
    const table = page.getByRole('table', { name: 'Key figures' })
    await table.getByRole('columnheader').nth(3).waitFor()
    const late = table.getByRole('row', { name: /^Quantity × days late/ })
    // The accepted remedy has moved the orders that it changes; the others were replanned.
    await expect.poll(() => late.getByText(/^[±+-]/).count()).toBe(2)
    expect(hand.count()).toBe(1)
    // A copy has the plan of its source until its own first one.
    const plans = await table.getByRole('columnheader').allInnerTexts()
    const [production, , copy] = plans.slice(1).map((text) => /\((.+)\)/.exec(text)?.[1])
    expect(production).toMatch(/^last plan, \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(copy).toBe(production)
    expect(await late.getByRole('cell').last().innerText()).toContain('±0')
    // One of them can be left out.
    const shown = page.getByRole('list', { name: 'Plans side by side' })
    await shown
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(3)
  })

  it('notes in the first hour what was done', detail, async () => {
    const done = ['exceptions', 'why-late', 'rush-order', 'release', 'expedite', 'excess-stock']
    const expected = Object.fromEntries(done.map((task) => [`first-hour:${task}`, true]))
    await expect.poll(doneTasks).toMatchObject(expected)
  })
})
