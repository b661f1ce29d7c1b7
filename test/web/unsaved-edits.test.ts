/** Tests that no unsaved edit is lost: while others are saved, in conflicts, and in rows that were not read. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { gridOf, openGrid, valuesOf } from '../support/grid.ts'

/** Returns a function that lets held saves continue. */
const holdSaves = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/batch\//, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describeWeb('unsaved edits', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('stay in the list if they are made while others are saved', detail, async () => {
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
    // Undo is of the save only when there is nothing else.
    await page.keyboard.press('Control+z')
    await page.getByText('1 cell changed').waitFor()
    await page.keyboard.press('Control+y')
    await page.getByText('2 cells changed').waitFor()
    expect(await valuesOf(web.server, 'demand', 'quantity', 'limit=1')).toEqual([81])
    await page.keyboard.press('Control+s')
    await page.getByText('2 rows are saved.').first().waitFor()
    expect(await valuesOf(web.server, 'demand', 'quantity', 'limit=2')).toEqual([82, 83])
  })

  it('are made in rows that are being read again', detail, async () => {
    await using screen = await openGrid(web, 'demand')
    const { page, grid } = screen
    await grid.choose(3, 'quantity')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\/api\/input\/demand\/\?/, async (route) => {
      await promise
      await route.continue()
    })
    const reading = page.waitForRequest(/\/api\/input\/demand\/\?/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await reading
    await grid.choose(3, 'quantity')
    await page.keyboard.press('F2')
    await grid.type('84')
    await grid.type('85')
    expect([await grid.text(3, 'quantity'), await grid.text(4, 'quantity')]).toEqual(['84', '85'])
    resolve()
    await page.getByText('Loading').waitFor({ state: 'detached' })
    await page.getByText('2 cells changed').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('2 rows are saved.').first().waitFor()
    expect(await grid.text(3, 'quantity')).toBe('84')
  })

  it('stay in the form of a record if they are made while others are saved', detail, async () => {
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
    await page.getByText('No unsaved changes in this form.').waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10701/')
    expect(json).toMatchObject({ quantity: 41, priority: 7 })
  })

  it(
    'of related records are lost by another tab, or another relation, only if the user confirms',
    detail,
    async () => {
      await using screen = await web.open('/app/default/data/customer/Radhaus%20Verbund?tab=related', {
        as: 'planner',
      })
      const { page } = screen
      const grid = gridOf(page)
      await grid.ready()
      await grid.choose(0, 'quantity')
      await grid.type('77')
      await page.getByText('1 cell changed').waitFor()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      await page.getByLabel('Records that refer to this one').first().click()
      await page.getByRole('option').last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      expect(await grid.text(0, 'quantity')).toBe('77')
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('tab', { name: 'History', selected: true }).waitFor()
    },
  )

  it('of other fields stay in a form if the values of another user are taken', detail, async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10702', {
      as: 'planner',
      expected: [/status of 409/],
    })
    const { page } = screen
    await page.getByLabel('Priority').fill('1')
    await page.getByLabel('Quantity').fill('43')
    await web.server.request('PATCH', '/api/input/demand/SO-10702/', { body: { priority: 9 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Take all of theirs' }).click()
    await page.getByText('No unsaved changes in this form.').waitFor()
    expect(await page.getByLabel('Priority').inputValue()).toBe('9')
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10702/')
    expect(json).toMatchObject({ priority: 9, quantity: 43 })
  })

  it('are made in all rows of a column, also in those that were not read', detail, async () => {
    const records = Array.from({ length: 900 }, (_, index) => ({
      name: `far ${String(index).padStart(3, '0')}`,
    }))
    await web.server.request('POST', '/api/input/skill/', { body: records })
    await using screen = await openGrid(web, 'skill?name__startswith=far')
    const { page, grid } = screen
    await grid.choose(0, 'source')
    await grid.type('hand')
    await grid.choose(0, 'source')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await page.getByText('900 cells changed').first().waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('900 rows are saved.').first().waitFor()
    const sources = await valuesOf(web.server, 'skill', 'source', 'name__startswith=far')
    expect(new Set(sources)).toEqual(new Set(['hand']))
  })

  it(
    'with an error outside the filter lead to their row, and take the message with them',
    detail,
    async () => {
      await using screen = await openGrid(web, 'demand', { expected: [/status of 400/] })
      const { page, grid } = screen
      const name = await grid.text(0, 'name')
      const before = await grid.text(0, 'item')
      await grid.choose(0, 'item')
      await grid.type('No such thing')
      await page.keyboard.press('Control+s')
      const alert = page.getByText('Nothing has been saved yet')
      await alert.waitFor()
      await page.getByRole('textbox', { name: 'Search in this list' }).fill('SO-1075')
      await expect.poll(() => grid.text(0, 'name')).toMatch(/^SO-1075/)
      await page.getByRole('list', { name: 'Errors' }).getByRole('button').click()
      await expect.poll(() => grid.focus()).toBe('item 0')
      expect([await grid.text(0, 'name'), await grid.text(0, 'item')]).toEqual([name, 'No such thing'])
      await page.getByText('Rows 1–1 of 1').waitFor()
      await page.keyboard.press('Control+z')
      await alert.waitFor({ state: 'detached' })
      expect(await grid.text(0, 'item')).toBe(before)
      await grid.choose(0, 'quantity')
      await grid.type('5')
      await page.getByText('1 cell changed').waitFor()
      expect(await alert.count()).toBe(0)
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
    },
  )

  it('are pasted into the rows of a list that is being read again', detail, async () => {
    const body = ['late 1', 'late 2', 'late 3'].map((name) => ({ name }))
    await web.server.request('POST', '/api/input/skill/', { body })
    await using screen = await openGrid(web, 'skill?name__startswith=late')
    const { page, grid } = screen
    await page.getByRole('button', { name: 'Add row' }).click()
    await grid.type('late 4')
    const listed = Promise.withResolvers<void>()
    await page.route(/\/api\/input\/skill\/\?.*offset=0/, async (route) => {
      await listed.promise
      await route.continue()
    })
    await page.keyboard.press('Control+s')
    await page.getByText('1 row is saved.').first().waitFor()
    await grid.choose(1, 'source')
    await page.keyboard.press('ArrowDown')
    expect(await grid.focus()).toBe('source 2')
    await grid.paste('pasted')
    listed.resolve()
    await page.getByText('1 cell changed · in 1 row').waitFor()
    expect(await grid.text(2, 'source')).toBe('pasted')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })

  it('give way to the stored values once they are saved as a proposal', async () => {
    await using screen = await openGrid(web, 'demand', { as: 'admin' })
    const { page, grid } = screen
    const before = await grid.text(1, 'quantity')
    await grid.choose(1, 'quantity')
    await grid.type('91')
    await page.getByRole('button', { name: 'Save as proposal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('More of it')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => grid.text(1, 'quantity')).toBe(before)
  })

  it(
    'of a list that shows its groups lead to the rows, and the groups stay open when they are read again',
    detail,
    async () => {
      await using screen = await web.open('/app/default/data/demand?group=item', { as: 'planner' })
      const { page } = screen
      const group = page.getByRole('row', { name: /^City 7 red/ })
      await group.getByRole('button', { expanded: false }).click()
      const order = page.getByRole('link', { name: /^SO-/ }).first()
      await order.waitFor()
      const again = page.waitForResponse(/\/api\/input\/demand\//)
      await page.getByRole('button', { name: 'Refresh' }).click()
      expect(await order.count()).toBe(1)
      await again
      expect(await group.getByRole('button', { expanded: true }).count()).toBe(1)
      await page.getByRole('button', { name: 'Add row' }).click()
      const grid = gridOf(page)
      await expect.poll(() => grid.focus()).toMatch(/^name \d+$/)
      await page.getByText('1 new row').first().waitFor()
    },
  )

  it('include a name that was typed into a form without being chosen', detail, async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10703', { as: 'planner' })
    const { page } = screen
    await page.locator('#field-item').fill('tour 7 green')
    await page.keyboard.press('Control+s')
    await page.getByText('1 row is saved.').first().waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10703/')
    expect(json).toMatchObject({ item: 'Tour 7 green' })
  })
})
