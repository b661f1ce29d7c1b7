/** Tests that a planner compares stored plans of the history with each other and with other scenarios, and shares the address. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

describeWeb('a planner who compares plans', () => {
  let web: Web
  /** Numbers of the plans of production, the newest first. */
  let ids: readonly number[]
  const run = async (task: string, args: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    expect(await web.server.ended(await web.server.launch(task, args))).toMatchObject({ status: 'Done' })
  }
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', worker: true })
    await run('runplan')
    const { json } = await web.server.request('GET', '/api/input/demand/?status=open&ordering=due&limit=1')
    const path = `/api/input/demand/${encodeURIComponent(String(Object(json)[0]?.name))}/`
    await web.server.request('PATCH', path, { body: { quantity: 9000 } })
    await run('runplan')
    const history: unknown = (await web.server.request('GET', '/api/plan/history/')).json
    const plans: unknown = Object(history).plans
    ids = Array.isArray(plans) ? plans.map(({ id }) => Number(id)) : []
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('sees the last two plans side by side where there is no other scenario', async () => {
    await using screen = await web.open('/app/default/reports/comparison', { as: 'planner' })
    const { page } = screen
    const figures = page.getByRole('table', { name: 'Key figures' })
    await figures.getByRole('columnheader', { name: /last plan, / }).waitFor()
    await figures.getByRole('columnheader', { name: /plan of / }).waitFor()
    const late = figures.getByRole('row', { name: /^Quantity × days late/ })
    expect(await late.getByText(/^[+-]/).count()).toBe(1)
    // What the last plan changes against the one before, as in the sales orders of two scenarios.
    await late.getByRole('cell').nth(-2).getByText(/^[+-]/).waitFor()
    await page.getByText(/Differences are relative to Production \(plan of /).waitFor()
    // A difference of percentages is in points.
    const utilization = figures.getByRole('row', { name: /^Utilization/ })
    await utilization.getByText(/^(±0|[+-][\d.]+ percentage points?)$/).waitFor()
    await page.getByRole('heading', { name: 'There are no sales orders to compare' }).waitFor()
    await page
      .getByText(/^The history keeps the key figures of the plan of .+, but not its sales orders/)
      .waitFor()
    // The audit shows the change that made the difference.
    await page.getByRole('link', { name: 'Changes between the two plans' }).click()
    await page.waitForURL('**/app/audit?scenario=default&after=*')
    await page.getByText('over the API').first().waitFor()
  })

  it('comes from the trend of the start page, and finds the choice in the address', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await page.getByRole('link', { name: 'Compare the last two plans' }).click()
    await page.waitForURL(`**/app/default/reports/comparison?plans=*${ids[1]}*`)
    await page.reload()
    await page.getByRole('columnheader', { name: /plan of / }).waitFor()
    await page.getByRole('combobox', { name: 'Plan', exact: true }).first().click()
    // The list has the last plan, whichever it is, and both plans by date and time.
    expect(await page.getByRole('option').count()).toBe(3)
    await page.getByRole('option').nth(1).click()
    await page.waitForURL(`**/app/default/reports/comparison?plans=*${ids[0]}*`)
  })

  it(
    'chooses a plan of the history beside another scenario, with the keyboard, and removes it again',
    detail,
    async () => {
      await run('scenario_copy', { destination: 'scenario1', force: true })
      await using screen = await web.open('/app/scenario1/reports/comparison')
      const { page } = screen
      const plans = page.getByRole('list', { name: 'Plans side by side' })
      const figures = page.getByRole('table', { name: 'Key figures' })
      await figures.getByRole('columnheader').nth(2).waitFor()
      await plans.getByRole('combobox', { name: 'Plan', exact: true }).nth(1).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await page.getByRole('option').last().click()
      await figures.getByRole('columnheader', { name: /plan of / }).waitFor()
      await page.getByText('There are no sales orders to compare').waitFor()
      // Records are compared as they are now.
      await page.getByText('Data changes', { exact: true }).click()
      await page.getByText(/have the same records/).waitFor()
      await page.getByText('Deliveries', { exact: true }).click()
      await plans.getByRole('button', { name: 'Add a plan' }).click()
      await figures.getByRole('columnheader').nth(3).waitFor()
      await plans.getByRole('button', { name: /^Remove .+plan of / }).click()
      await expect.poll(() => figures.getByRole('columnheader').count()).toBe(3)
      await page.getByText('Both plans deliver every sales order at the same time').waitFor()
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
    },
  )

  it('is told that the data of the other scenario has changed since its plan', detail, async () => {
    await using screen = await web.open('/app/default/reports/comparison?plans=default%2Cscenario1')
    const { page } = screen
    const notice = page.getByText(/^Scenario 1: 1 change since the plan of /)
    await page.getByRole('table', { name: 'Key figures' }).waitFor()
    expect(await notice.count()).toBe(0)
    const body = { priority: 1 }
    await web.server.request('PATCH', '/scenario1/api/input/demand/SO-10902/', { body })
    await page.reload()
    await notice.waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Run the plan' }).waitFor()
  })

  it('makes the plan of another scenario the first, which shows that scenario', detail, async () => {
    await using screen = await web.open('/app/scenario1/reports/comparison?plans=scenario1%2Cdefault')
    const { page } = screen
    await page.getByRole('button', { name: /^Compare with this plan: / }).click()
    await page.waitForURL('**/app/default/reports/comparison?plans=default%2Cscenario1*')
    const first = page.getByRole('list', { name: 'Plans side by side' }).getByRole('listitem').first()
    expect(await first.getByRole('textbox', { name: 'Scenario' }).inputValue()).toBe('Production')
  })

  it('is told about a plan that the history no longer has, and can choose another', detail, async () => {
    await using screen = await web.open('/app/default/reports/comparison?plans=default%2Cdefault%40999999')
    const { page } = screen
    await page.getByRole('columnheader', { name: /no longer kept/ }).waitFor()
    await page.getByText('There are no sales orders to compare').waitFor()
    await page.getByRole('combobox', { name: 'Plan', exact: true }).nth(1).click()
    await page.getByRole('option').nth(1).click()
    await page.getByText('Both columns show the same plan').waitFor()
    expect(new URL(page.url()).searchParams.get('plans')).toBe(`default,default@${ids[0]}`)
  })

  it('gets from the scenarios to the plans of production', detail, async () => {
    await using screen = await web.open('/app/admin/scenarios')
    const { page } = screen
    await page.getByRole('link', { name: 'Compare plans' }).first().click()
    await page.waitForURL('**/app/default/reports/comparison')
    await page
      .getByRole('columnheader', { name: /last plan/ })
      .first()
      .waitFor()
    expect(await page.getByRole('table', { name: 'Key figures' }).count()).toBe(1)
  })
})
