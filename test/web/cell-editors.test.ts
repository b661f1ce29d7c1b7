/** Tests that cell editors store what was typed, also if it is saved or left before the editor is closed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { openGrid, valuesOf } from '../support/grid.ts'

describeWeb('cell editors', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
    const body = ['AA-BOLT', 'BOLT'].map((name) => ({ name }))
    await web.server.request('POST', '/api/input/item/', { body })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('store the typed record before the search has answered', detail, async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    const answered = Promise.withResolvers<void>()
    await page.route(/\/api\/lookup\/.*[?&]q=\w/, async (route) => {
      await answered.promise
      await route.continue()
    })
    for (const [row, typed] of ['BOLT', 'aa-bo'].entries()) {
      await grid.choose(row, 'item')
      await page.keyboard.press('F2')
      await page.getByRole('option', { name: 'AA-BOLT' }).waitFor()
      await grid.type(typed)
      expect(await grid.text(row, 'item')).toBe(typed)
    }
    // Scrolling stores it as well.
    await grid.choose(2, 'item')
    await page.keyboard.press('F2')
    await page.keyboard.type('aa-bol')
    await grid.cell(0, 'quantity').hover()
    await page.mouse.wheel(0, 1)
    expect(await grid.text(2, 'item')).toBe('aa-bol')
    // The search of the editor ends with it.
    await grid.choose(3, 'item')
    await page.keyboard.press('F2')
    const asked = page.waitForRequest(/[?&]q=aa-b(?:&|$)/)
    await page.keyboard.type('aa-b')
    await asked
    await page.keyboard.press('Enter')
    expect(await grid.text(3, 'item')).toBe('aa-b')
    answered.resolve()
    await expect.poll(() => grid.text(3, 'item')).toBe('AA-BOLT')
    await expect.poll(() => grid.text(1, 'item')).toBe('AA-BOLT')
    await expect.poll(() => grid.text(2, 'item')).toBe('AA-BOLT')
    expect(await grid.text(0, 'item')).toBe('BOLT')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })

  it('leave the value unchanged if the creation of a record is canceled', detail, async () => {
    await using screen = await openGrid(web, 'demand', { as: 'admin' })
    const { page, grid } = screen
    const before = await grid.text(3, 'item')
    await grid.choose(3, 'item')
    await page.keyboard.type('NEWITEM')
    await page.getByText('Create “NEWITEM” …').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await grid.text(3, 'item')).toBe(before)
    expect(await page.getByRole('region', { name: 'Changes that are not saved' }).count()).toBe(0)
    await expect.poll(() => grid.focus()).toBe('item 3')
  })

  it('store what was typed when the list is saved', async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    await grid.choose(4, 'quantity')
    await page.keyboard.type('44')
    await page.keyboard.press('Control+s')
    await page.getByText('1 row is saved.').first().waitFor()
    expect(await valuesOf(web.server, 'demand', 'quantity', 'limit=1&offset=4')).toEqual([44])
    expect(await grid.focus()).toBe('quantity 4')
  })

  it('ask before what was typed is left', detail, async () => {
    await using screen = await openGrid(web, 'customer')
    const { page, grid } = screen
    await page.evaluate(`document.querySelector('a[href$="/data/item"]').click()`)
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    await grid.ready()
    await grid.choose(5, 'description')
    await page.keyboard.type('mine')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Stay here' }).click()
    expect(await grid.text(5, 'description')).toBe('mine')
    await page.getByText('1 cell changed').waitFor()
    await grid.choose(6, 'description')
    await page.keyboard.type('also mine')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Save and leave' }).click()
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    expect(await valuesOf(web.server, 'item', 'description', 'limit=2&offset=5')).toEqual([
      'mine',
      'also mine',
    ])
  })
})
