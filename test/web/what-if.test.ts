/**
 * Tests what-if work of a planner: why an order is late, which change in a copy helps, and its effect on all other
 * orders.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { gridOf } from '../support/grid.ts'

/** Runs a task to its end. */
async function run(
  { server }: Web,
  task: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  expect(await server.ended(await server.launch(task, args))).toMatchObject({ status: 'Done' })
}

/**
 * Returns the name of an order that is late because of the capacity of a resource, and of this resource; preferably
 * one for which this resource is the only reason. Resources with changeovers are excluded, because they run one order
 * at a time, whatever their capacity.
 */
async function lateForCapacity({ server }: Web): Promise<readonly [demand: string, resource: string]> {
  const { json } = await server.request('GET', '/api/output/constraint/?name=overload')
  const { json: plain } = await server.request(
    'GET',
    '/api/input/resource/?setupmatrix__isnull=true&fields=name',
  )
  const names = new Set((Array.isArray(plain) ? plain : []).map(({ name }) => String(name)))
  const reasons = (Array.isArray(json) ? json : []).filter(({ owner }) => names.has(String(owner)))
  const alone = reasons.find(({ description }) => String(description).includes('Without this alone'))
  const reason = alone ?? reasons[0]
  return [String(reason?.demand), String(reason?.owner)]
}

describeWeb('a planner who tries something out', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  // Before the first plan is made.
  it('is told what to do where there is nothing to compare', detail, async () => {
    await web.server.addUser({ username: 'clerk', rights: { default: 'superuser' } })
    const users = [
      { as: 'clerk', links: 1, hint: /^Run the plan again, or copy a scenario/ },
      { as: 'viewer', links: 0, hint: /^When somebody runs the plan again/ },
    ]
    for (const { as, links, hint } of users) {
      await using screen = await web.open('/app/default/reports/comparison', { as })
      const { page } = screen
      await page.getByText('There is no other plan to compare with').waitFor()
      await page.getByText(hint).waitFor()
      expect([as, await page.getByRole('main').getByRole('link', { name: 'Scenarios' }).count()]).toEqual([
        as,
        links,
      ])
    }
  })

  it('sees in an open list what a plan has made, once it is there', detail, async () => {
    await using screen = await web.open('/app/default/data/purchaseorder?status=proposed')
    const grid = screen.page.getByRole('grid')
    const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount'))
    // The header row and the totals row.
    await expect.poll(rows, { timeout: 15_000 }).toBe(2)
    await run(web, 'runplan')
    await expect.poll(rows, { timeout: 15_000 }).toBeGreaterThan(10)
  })

  it('sees why an order is late, helps it in a copy, and sees what becomes of the others', async () => {
    await run(web, 'runplan')
    await run(web, 'scenario_copy', { destination: 'scenario1', force: true })
    const [demand, resource] = await lateForCapacity(web)

    await using screen = await web.open(`/app/default/data/demand/${encodeURIComponent(demand)}/plan`)
    const { page } = screen
    await page.getByRole('alert').getByText(resource).first().waitFor()

    await page.goto(`/app/scenario1/reports/comparison`)
    await page.getByText('Both plans deliver every sales order at the same time').waitFor()

    await page.goto(`/app/scenario1/data/resource?name=${encodeURIComponent(resource)}`)
    const grid = gridOf(page)
    await grid.ready()
    await grid.choose(0, 'maximum')
    await grid.type('50')
    await page.keyboard.press('Control+s')
    await page.getByText('1 row is saved.').first().waitFor()
    // The comparison shows the plan from before the change.
    await page.goto('/app/scenario1/reports/comparison')
    await page.getByRole('status').getByText('since the plan').waitFor()
    await page.goto('/app/scenario1/execute?task=runplan')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Launch' }).click()
    await page.waitForURL('**/execute/runs/*')
    await page.locator('main header [data-state="Done"]').waitFor()
    await page
      .getByText(/\d+ on time again, \d+ newly late or short/)
      .first()
      .waitFor()

    await page.goto('/app/scenario1/reports/comparison')
    // The demo is planned from today on: on some days the resource only makes orders less late.
    const button = page
      .getByRole('button', { name: /^(On time again|Earlier or more)/, disabled: false })
      .first()
    const [group = ''] = /On time again|Earlier or more/.exec(await button.innerText()) ?? []
    await button.click()
    const helped = page.getByRole('region', { name: group }).getByRole('link').first()
    const name = await helped.innerText()
    await helped.click()
    await page.getByRole('treegrid').getByRole('row').nth(1).waitFor()
    expect(await page.locator('h1').innerText()).toContain(name)
  })
})
