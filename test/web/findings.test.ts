/** Tests lists of problems: each row links to its subject, and late orders show their lateness. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { gridOf } from '../support/grid.ts'

/** Runs in the page: returns the columns of a list, from the first one. */
const heads = `[...document.querySelectorAll('.ag-header-cell')]
  .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
  .map((head) => head.getAttribute('col-id'))`

describeWeb('findings', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('lead to the plan of the order and to what stands in its way', detail, async () => {
    await using screen = await web.open('/app/default/reports/constraints?entity=capacity', { as: 'planner' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    const columns = await page.evaluate<readonly string[]>(heads)
    expect(columns.slice(0, 5)).toEqual(['demand', 'item', 'days', 'name', 'owner'])
    expect(columns).not.toContain('forecast')
    const order = await grid.text(0, 'demand')
    const resource = await grid.text(0, 'owner')
    await grid.cell(0, 'owner').getByRole('link', { name: resource }).click()
    await page.getByRole('heading', { level: 1, name: resource }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/app/default/reports/resource/${encodeURIComponent(resource)}`)
    await page.goBack()
    await grid.ready()
    await grid.choose(0, 'demand')
    await page.keyboard.press('Alt+Enter')
    const panel = page.getByRole('complementary', { name: 'Record' })
    await panel.getByRole('heading', { name: 'Data' }).waitFor()
    expect(await panel.getByRole('heading', { name: 'Record information' }).count()).toBe(0)
    await panel.getByRole('link', { name: order }).click()
    await page.waitForURL(`**/data/demand/${encodeURIComponent(order)}/plan`)
  })

  it('are explained in the language of the reader', async () => {
    await web.server.addUser({ username: 'erika', language: 'de', rights: { default: 'superuser' } })
    const english = /Demand "|Resource "|" would |" is waited|" starts /
    for (const [path, german] of [
      ['problems?name=late', /^Der Kundenauftrag „.+“ wird \d.* zu spät geliefert\.$/],
      ['constraints?entity=capacity', /^Die Ressource „.+“ ist mit anderen Aufträgen belegt/],
      ['constraints?name__contains=lead', /^„.+“ müsste .+ früher beginnen, als es möglich ist\./],
    ] as const) {
      await using screen = await web.open(`/app/default/reports/${path}`, { as: 'erika', width: 2600 })
      const grid = gridOf(screen.page)
      await grid.ready()
      expect(await grid.text(0, 'description')).toMatch(german)
      expect(await screen.page.getByRole('grid').innerText()).not.toMatch(english)
    }
  })

  it('have numbers in the format of the reader, in English too', detail, async () => {
    await web.server.addUser({ username: 'ernst', language: 'de', rights: { default: 'superuser' } })
    const { rowCount } = await web.server.database.query({
      text: `UPDATE "default".problem SET "description" = '1234567.5 of "' || "owner" || '" are missing.' WHERE "entity" = 'material'`,
    })
    expect(rowCount).toBeGreaterThan(0)
    for (const [as, number] of [
      ['planner', /^1,234,567\.5 of /],
      ['ernst', /1\.234\.567,5/],
    ] as const) {
      await using screen = await web.open('/app/default/reports/problems?entity=material', {
        as,
        width: 2600,
      })
      const grid = gridOf(screen.page)
      await grid.ready()
      await expect.poll(() => grid.text(0, 'description')).toMatch(number)
    }
  })

  it('call a sales order so, and not a demand', detail, async () => {
    await web.server.addUser({ username: 'elsa', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/reports/constraints', { as: 'elsa' })
    await gridOf(screen.page).ready()
    await screen.page.getByRole('columnheader', { name: 'Kundenauftrag' }).waitFor()
    expect(await screen.page.getByRole('columnheader', { name: 'Bedarf', exact: true }).count()).toBe(0)
  })

  it('lead from a shortage to the stock', detail, async () => {
    await using screen = await web.open('/app/default/reports/problems?entity=material', { as: 'planner' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    const [item = '', location = ''] = (await grid.text(0, 'owner')).split(' @ ')
    await grid.choose(0, 'owner')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: item }).waitFor()
    expect(decodeURIComponent(page.url())).toContain(`/reports/inventory/${item}~${location}`)
  })

  it('lead to the stock of an item whose name contains the separator of names', detail, async () => {
    const item = 'Bolt @ 8, long'
    const location = 'Utrecht plant'
    await web.server.request('POST', '/api/input/item/', { body: { name: item } })
    await web.server.request('POST', '/api/input/buffer/', { body: { item, location, onhand: 5 } })
    await web.server.database.query({
      text: `UPDATE "default".problem SET "owner" = $1 WHERE "id" = (SELECT min("id") FROM "default".problem WHERE "entity" = 'material')`,
      values: [`${item} @ ${location}`],
    })
    await using screen = await web.open(
      '/app/default/reports/problems?entity=material&owner__startswith=Bolt',
      {
        as: 'planner',
      },
    )
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    await grid.choose(0, 'owner')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: `${item} · ${location}` }).waitFor()
    await page.getByRole('table').or(page.getByRole('grid')).first().waitFor()
    expect(decodeURIComponent(page.url())).toContain(`/reports/inventory/${item}~${location}`)
    await page.goBack()
    await grid.ready()
  })

  it('show of late orders how late they are, without scrolling', detail, async () => {
    await using screen = await web.open('/app/default/data/demand?delay__gt=0', { as: 'planner' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    const columns = await page.evaluate<readonly string[]>(heads)
    expect(columns.slice(0, 9)).toEqual([
      '#check',
      'name',
      'item',
      'customer',
      'due',
      'quantity',
      'priority',
      'status',
      'delay',
    ])
    const { x = 0, width = 0 } = (await grid.cell(0, 'delay').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(1440)
    expect(await grid.text(0, 'delay')).not.toBe('')
  })
})
