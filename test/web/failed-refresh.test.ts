/** Tests that a background refresh that fails, or finds nothing any more, replaces no half-filled form. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

const expected = [/status of 500/]

describeWeb('a refresh that fails', () => {
  let web: Web
  let order: string
  let proposal: number
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
    const { json } = await web.server.request('GET', '/api/input/demand/?status=open&fields=name&limit=1')
    order = encodeURIComponent(Array.isArray(json) ? String(Object(json[0]).name) : '')
    const edits = [{ entity: 'input.skill', action: 'create', fields: { name: 'Welding' } }]
    const body = { title: 'A skill', description: '', submit: true, edits }
    proposal = Object((await web.server.request('POST', '/api/proposals/', { body })).json).id
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const runPlan = async (): Promise<void> =>
    expect(await web.server.ended(await web.server.launch('runplan'))).toMatchObject({ status: 'Done' })

  /** Has requests of a path fail, and ends a task, after which a screen reads its data again. */
  const failRefresh = async (page: Page, path: RegExp): Promise<void> => {
    await page.route(
      ({ pathname }) => path.test(pathname),
      (route) => route.fulfill({ status: 500, json: { detail: 'Out of order.' } }),
    )
    await runPlan()
    await page.getByText('Out of order.').first().waitFor()
  }

  interface FormCase {
    readonly name: string
    readonly path: () => string
    readonly fails: RegExp
    readonly field: (page: Page) => Locator
  }

  it.each<FormCase>([
    {
      name: 'a record',
      path: () => `data/demand/${order}`,
      fails: /\/input\/demand\/[^/]+\/$/,
      field: (page) => page.locator('#field-quantity'),
    },
    {
      name: 'a change to try',
      path: () => `data/demand/${order}/plan?show=try`,
      fails: /\/input\/demand\/[^/]+\/$/,
      field: (page) => page.locator('#field-quantity'),
    },
    {
      name: 'a comment on a proposal',
      path: () => `proposals/${proposal}`,
      fails: /\/api\/proposals\/\d+\/$/,
      field: (page) => page.getByRole('main').getByRole('textbox').last(),
    },
  ])('keeps the entries of $name', detail, async ({ path, fails, field }) => {
    await using screen = await web.open(`/app/default/${path()}`, { expected })
    const { page } = screen
    await field(page).fill('765')
    await failRefresh(page, fails)
    expect(await field(page).inputValue()).toBe('765')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('Out of order.').waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('765')
  })

  it('keeps the widgets that are chosen for the start page', detail, async () => {
    await using screen = await web.open('/app/default/', { expected })
    const { page } = screen
    await page.getByRole('button', { name: 'Customize' }).click()
    const widget = page.getByRole('dialog').getByRole('checkbox', { name: 'Busiest resources' })
    await widget.uncheck()
    await failRefresh(page, /\/api\/me\/startpage\/$/)
    expect(await widget.isChecked()).toBe(false)
  })

  it.each(['group=excess', 'group=excess&by=bottleneck'])(
    'keeps the note of an exception, also if its list becomes empty: %s',
    detail,
    async (search) => {
      await using screen = await web.open(`/app/default/exceptions?${search}`, { expected })
      const { page } = screen
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      const note = page.getByRole('dialog').getByLabel('Note')
      await note.fill('Ask the supplier')
      await failRefresh(page, /\/api\/exceptions\/$/)
      expect(await note.inputValue()).toBe('Ask the supplier')
      await page.unrouteAll()
      await page.route(/\/api\/(exceptions|aggregate\/output\/exception)\//, async (route) => {
        const isAggregate = route.request().url().includes('aggregate')
        await route.fulfill({ json: isAggregate ? { rows: [], groups: 0 } : [] })
      })
      await runPlan()
      await page.getByText('No exceptions match').waitFor()
      expect(await note.inputValue()).toBe('Ask the supplier')
    },
  )

  it.each([
    ['the list of files', 'execute/files', /\/execute\/uploadtofolder\//, 'or drop them here'],
    ['the tables of a workbook', 'execute/spreadsheet', /\/api\/meta\/$/, 'Download'],
  ])('keeps %s', detail, async (_, path, fails, shown) => {
    await using screen = await web.open(`/app/default/${path}`, { expected })
    const { page } = screen
    await page.getByText(shown).first().waitFor()
    await failRefresh(page, fails)
    expect(await page.getByText(shown).first().isVisible()).toBe(true)
  })
})
