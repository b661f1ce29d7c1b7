/** Tests that no unsaved edit is lost: while others are saved, in conflicts, and in rows that were not read. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { openGrid, valuesOf } from '../support/grid.ts'

describeWeb('unsaved edits', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  /** Returns a function that lets held saves continue. */
  const holdSaves = async (page: Awaited<ReturnType<Web['open']>>['page']): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\/api\/batch\//, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }

  it('stay in the list if they are made while others are saved', async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    const proceed = await holdSaves(page)
    await grid.choose(0, 'quantity')
    await grid.type('81')
    const saving = page.waitForRequest(/\/api\/batch\//)
    await page.keyboard.press('Control+s')
    await saving
    await grid.choose(0, 'quantity')
    await grid.type('82')
    await grid.type('83')
    proceed()
    await page.getByText('1 row is saved.').first().waitFor()
    await page.getByText('2 cells changed').waitFor()
    expect(await valuesOf(web.server, 'demand', 'quantity', 'limit=1')).toEqual([81])
    await page.keyboard.press('Control+s')
    await page.getByText('2 rows are saved.').first().waitFor()
    expect(await valuesOf(web.server, 'demand', 'quantity', 'limit=2')).toEqual([82, 83])
  })

  it('stay in the form of a record if they are made while others are saved', async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10701', { as: 'planner' })
    const { page } = screen
    const proceed = await holdSaves(page)
    await page.getByLabel('Quantity').fill('41')
    const saving = page.waitForRequest(/\/api\/batch\//)
    await page.keyboard.press('Control+s')
    await saving
    await page.getByLabel('Priority').fill('7')
    proceed()
    await page.getByText('1 row is saved.').first().waitFor()
    expect(await page.getByLabel('Priority').inputValue()).toBe('7')
    await page.keyboard.press('Control+s')
    await page.getByText('Everything is saved.').waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10701/')
    expect(json).toMatchObject({ quantity: 41, priority: 7 })
  })
})
