/**
 * Tests that a planner merges the changes of a copy into production: selected records as a proposal, or all of them
 * at once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { focusLater } from '../support/focus-later.ts'

describeWeb('a planner who merges scenarios', () => {
  let web: Web
  const change = async (scenario: string, name: string, cost: number): Promise<void> => {
    const body = [{ name, cost, description: `costs ${cost}` }]
    const { status } = await web.server.request('POST', `/${scenario}/api/input/item/`, { body })
    if (status !== 201) throw new Error(`${name} was answered with ${status}.`)
  }
  beforeAll(async () => {
    web = await startWeb({ worker: true })
    for (const name of ['ball', 'bat', 'net']) await change('default', name, 1)
    const args = { destination: 'scenario1', force: true }
    await web.server.ended(await web.server.launch('scenario_copy', args))
    const body = { description: 'Overtime' }
    await web.server.request('PATCH', '/api/common/scenario/scenario1/', { body })
    await change('scenario1', 'ball', 5)
    await change('scenario1', 'bat', 6)
    await change('default', 'net', 7)
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('sees who changed what, keeps a record as a proposal, and merges the rest', async () => {
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records')
    const { page } = screen
    const table = page.getByRole('table', { name: 'Data changes' })
    await table.getByText('net').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // Changes that only production contains need no merge.
    expect(await table.getByRole('checkbox').count()).toBe(2)
    await table.getByRole('checkbox', { name: 'Select ball' }).check()
    await page.getByRole('button', { name: 'Save 1 as proposal' }).click()
    const saving = page.getByRole('dialog', { name: 'Save as proposal' })
    expect(await saving.getByLabel('Title').inputValue()).toBe('Changes of "Overtime"')
    await saving.getByLabel('Title').fill('A dearer ball')
    await saving.getByLabel('Description').fill('Agreed with sales')
    await saving.getByRole('button', { name: 'Save proposal' }).click()
    await page.getByRole('heading', { name: 'A dearer ball' }).waitFor()
    await page.getByText('Agreed with sales').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /^Merge all/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByText(/^The changes are merged into/).waitFor()
    await expect.poll(() => table.getByRole('checkbox').count()).toBe(0)
    const { json } = await web.server.request('GET', '/api/input/item/?fields=name,cost&ordering=name')
    expect(json).toEqual([
      { name: 'ball', cost: 5 },
      { name: 'bat', cost: 6 },
      { name: 'net', cost: 7 },
    ])
  })

  it('is offered all changes only of what the filter shows', detail, async () => {
    await change('scenario1', 'ball', 8)
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records')
    const { page } = screen
    const choose = async (filter: string, value: string): Promise<void> => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: value }).click()
    }
    await choose('Kind of record', 'Items')
    await page.getByRole('button', { name: 'Save all of “Items” as proposal' }).waitFor()
    await page.getByRole('button', { name: 'Merge all of “Items” into Production' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(/^All changes of “Overtime” in “Items” are merged into “Production”/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await choose('Changed in', 'Production')
    await page.getByText('Select the records to merge.').waitFor()
    expect(await page.getByRole('button', { name: /^Merge all/ }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^Save all/ }).isDisabled()).toBe(true)
    await choose('Changed in', 'Overtime')
    await page.getByRole('checkbox', { name: 'Select ball' }).check()
    await page.getByRole('button', { name: 'Merge 1 into Production' }).click()
    await question.getByText(/^The selected records/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  it('keeps the focus of the filters and what was read, also if reading again fails', detail, async () => {
    await change('scenario1', 'ball', 8)
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records', {
      expected: [/status of 500/],
    })
    const { page } = screen
    const kind = page.getByRole('combobox', { name: 'Kind of record' })
    await kind.focus()
    const filtered = page.waitForResponse((response) => response.url().includes('entity=input.item'))
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Save all of “Items” as proposal' }).waitFor()
    await (await filtered).finished()
    await settled(page)
    expect(await kind.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    const table = page.getByRole('table', { name: 'Data changes' })
    await table.getByText('ball').waitFor()
    await page.route('**/difference/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Out of order.' } }),
    )
    await focusLater(page)
    await page.getByText('Out of order.').first().waitFor()
    expect(await table.getByText('ball').isVisible()).toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Out of order.').waitFor({ state: 'detached' })
  })

  it('reads in the own time zone since when the scenarios are separate', detail, async () => {
    const path = '/api/scenarios/scenario1/difference/default/?base=ancestor'
    const { json } = await web.server.request('GET', path)
    const at = new Date(Object(json).ancestor.at)
    const timeZone = 'Asia/Tokyo'
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records', { timeZone })
    const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    const text = screen.page.getByText(/All changes since then are known\.$/)
    await text.waitFor()
    expect(await text.innerText()).toContain(clock.format(at))
  })

  it('is led from production to the changes of the copy', detail, async () => {
    await change('scenario1', 'ball', 8)
    await using screen = await web.open('/app/default/reports/comparison?view=records')
    const { page } = screen
    await page.getByText('Records that were changed only in “Overtime” have no check box.').waitFor()
    await page.getByRole('link', { name: 'Merge changes of Overtime into Production' }).click()
    await page.waitForURL('**/app/scenario1/reports/comparison?with=default&view=records')
    await page.getByRole('checkbox', { name: 'Select ball' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })

  it(
    'reads what was deleted meanwhile, and decides the conflicts before anything is applied',
    detail,
    async () => {
      await change('scenario1', 'ball', 50)
      await change('scenario1', 'bat', 60)
      await change('default', 'ball', 51)
      await web.server.request('DELETE', '/api/input/item/bat/')
      await using screen = await web.open('/app/scenario1/reports/comparison?view=records')
      const { page } = screen
      const row = page.getByRole('row').filter({ hasText: 'bat' })
      await row.getByText('Only in Overtime').waitFor()
      expect(await row.locator('dt').allInnerTexts()).toEqual(['Description', 'Cost'])
      await page.getByRole('button', { name: 'Save all as proposal' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save proposal' }).click()
      await page.getByText('1 record no longer exists: its change can only be left out.').waitFor()
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByText(/^Decide \d conflicts first\.$/).waitFor()
      await page.locator('[role="combobox"]:focus').waitFor()
      await page.getByRole('button', { name: 'Use all proposed values' }).click()
      await page.getByRole('button', { name: 'Save decisions' }).click()
      await page.getByRole('button', { name: 'Save decisions' }).waitFor({ state: 'detached' })
      // The button is gone; the next Tab stops are those to apply.
      await page.locator('h1:focus').waitFor()
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await page
        .getByText(/^Applied by change set/)
        .first()
        .waitFor()
      const { json } = await web.server.request('GET', '/api/input/item/?fields=name,cost&name__in=ball,bat')
      expect(json).toEqual([{ name: 'ball', cost: 50 }])
    },
  )

  it.each([
    ['its conflicts are decided', 70, ['Use all proposed values', 'Save decisions'], []],
    ['its proposal is withdrawn', 80, ['Withdraw'], ['Withdraw']],
  ])('is told that conflicts prevent a merge, until %s', detail, async (_, cost, clicked, confirmed) => {
    await change('scenario1', 'ball', cost)
    await change('default', 'ball', cost + 1)
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records', {
      expected: [/status of 409/],
    })
    const { page } = screen
    await page.getByRole('button', { name: /^Merge all/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    const notice = page.getByText(/^Proposal \d+ cannot be applied as it is/)
    await notice.waitFor()
    for (const name of clicked) await page.getByRole('button', { name }).click()
    for (const name of confirmed) await page.getByRole('dialog').getByRole('button', { name }).click()
    await expect.poll(() => notice.count()).toBe(0)
  })

  it('chooses a decision as one line, and is told what a chosen record needs', async () => {
    const post = async (entity: string, body: readonly object[]): Promise<void> => {
      const { status } = await web.server.request('POST', `/scenario1/api/input/${entity}/`, { body })
      if (status !== 201) throw new Error(`${entity} was answered with ${status}.`)
    }
    const bucket = { calendar: 'Late shift', startdate: '2027-01-01', enddate: '2027-02-01' }
    await post('calendar', [{ name: 'Late shift' }])
    await post('calendarbucket', [
      { ...bucket, priority: 1, value: 1 },
      { ...bucket, priority: 2, value: 0 },
    ])
    await post('resource', [{ name: 'Press', available: 'Late shift' }])
    await using screen = await web.open('/app/scenario1/reports/comparison?view=records')
    const { page } = screen
    const decisions = page.getByRole('list', { name: 'Decisions' })
    await decisions.getByRole('checkbox', { name: 'Select Calendar buckets: 2 added' }).check()
    await page.getByText('1 more change is needed').waitFor()
    await page.getByText('Calendars: Late shift').waitFor()
    await page.getByRole('button', { name: 'Merge 3 into Production' }).waitFor()
    await decisions.getByRole('button', { name: /^Calendar buckets: 2 added/ }).click()
    const table = page.getByRole('table', { name: 'Data changes' })
    await expect.poll(() => table.getByRole('checkbox').count()).toBe(2)
    expect(await table.getByRole('checkbox').first().isDisabled()).toBe(true)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await decisions.getByRole('checkbox', { name: 'Select Calendar buckets: 2 added' }).uncheck()
    await page.getByText('Single records').click()
    await page.getByRole('checkbox', { name: 'Select Press' }).check()
    await page.getByText('3 more changes are needed').waitFor()
    await page.getByRole('button', { name: 'Merge 4 into Production' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByText(/^The changes are merged into/).waitFor()
    const { json } = await web.server.request('GET', '/api/input/resource/Press/')
    expect(json).toMatchObject({ available: 'Late shift' })
  })
})
