/** Tests the drill-down of the capacity report: the orders that fill a time bucket of a resource. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('the load of a resource in a time bucket', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('leads to its orders with their hours in the bucket and their items, the largest first', async () => {
    const path = '/app/default/reports/resource/Tube%20saw?bucket=week'
    await using screen = await web.open(path, { as: 'planner' })
    const { page } = screen
    await settled(page)
    const load = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Load', exact: true }) })
    const link = load.getByRole('gridcell').getByRole('link').first()
    const shown = Number((await link.innerText()).replaceAll(',', ''))
    expect(shown).toBeGreaterThan(0)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Orders on Tube saw' }).waitFor()
    const table = page.getByRole('table', { name: 'Orders on Tube saw' })
    await table.waitFor()
    const headers = await table.getByRole('columnheader').allInnerTexts()
    expect(headers.slice(0, 3)).toEqual(['Reference', 'Item', 'Load'])
    expect(headers).toEqual(expect.arrayContaining(['Due', 'Delay', 'Demands', 'Quantity']))
    const cells = await table.getByRole('row').getByRole('cell').allInnerTexts()
    const rows = Array.from({ length: cells.length / headers.length }, (_, row) =>
      cells.slice(row * headers.length, (row + 1) * headers.length),
    )
    const hours = rows.map((row) => Number(row[2]!.replace(/ h$/, '').replaceAll(',', '')))
    expect(hours).toEqual(hours.toSorted((one, other) => other - one))
    expect(hours.reduce((sum, each) => sum + each, 0)).toBeCloseTo(shown, 1)
    expect(rows.every((row) => row[1] !== '')).toBe(true)
    const figures = await page.getByRole('main').locator('dl').innerText()
    expect(figures.replaceAll(/\s+/g, ' ')).toMatch(
      /Available [\d.,]+ h Load [\d.,]+ h .*Utilization % [\d.,]+/,
    )
    // A date is read as one word, and so is its time.
    const dates = table
      .getByRole('cell')
      .locator('span')
      .filter({ hasText: /^\d{4}-\d\d-\d\d$|^\d\d:\d\d$/ })
    const lines = await dates.evaluateAll((all) => all.map((one) => one.getClientRects().length))
    expect(lines.length).toBeGreaterThan(3)
    expect(new Set(lines)).toEqual(new Set([1]))
    // The operation is below the item.
    expect(await table.getByRole('link', { name: /^Cut / }).count()).toBe(rows.length)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    // The values of a card begin below each other.
    const edges = await table
      .getByRole('cell')
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).paddingInlineStart))
    expect(new Set(edges)).toEqual(new Set(['0px']))
  })

  it('tells the times of its orders in planning time, which has no time zone', detail, async () => {
    const path = '/app/default/reports/resource/Tube%20saw/orders?start=2026-01-01&end=2028-01-01'
    await using screen = await web.open(path, { as: 'planner', timeZone: 'Asia/Tokyo' })
    const row = screen.page.getByRole('table', { name: 'Orders on Tube saw' }).getByRole('row').nth(1)
    const reference = encodeURIComponent(await row.getByRole('link').first().innerText())
    const { json } = await web.server.request('GET', `/api/input/operationplan/${reference}/`)
    const { startdate, enddate } = Object(json)
    const text = (await row.innerText()).replaceAll(/\s+/g, ' ')
    for (const time of [startdate, enddate]) expect(text).toContain(time.replace('T', ' ').slice(0, 16))
  })

  it('fits on a screen of 1440 pixels in languages with long words', detail, async () => {
    await web.server.addUser({ username: 'heidi', language: 'auto', rights: { default: 'superuser' } })
    const excess: string[] = []
    // The orders of a pool are those of its members, which have a column of their own.
    const cases = ['Paint%20line', 'Assembly%20team'].flatMap((resource) =>
      ['de', 'ja', 'nl'].map((language) => [resource, language] as const),
    )
    for (const [resource, language] of cases) {
      const path = `/app/default/reports/resource/${resource}/orders?start=2026-01-01&end=2028-01-01`
      await using screen = await web.open(path, { as: 'heidi', width: 1440, language })
      const region = screen.page.getByRole('main').getByRole('region')
      await region.getByRole('table').waitFor()
      const hidden = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      if (hidden > 0) excess.push(`${resource}, ${language}: ${hidden} pixels`)
    }
    expect(excess).toEqual([])
  })
})
