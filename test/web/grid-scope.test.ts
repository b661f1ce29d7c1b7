/**
 * Tests which records a list shows, selects, changes and exports, and what is kept of a user's layout of it, where the
 * list or its views change or cannot be read.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import type { OpenOptions } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { gridOf, openGrid, valuesOf } from '../support/grid.ts'

/** Runs in the page: clicks the button behind a dialog that reads the list again, as the end of a task does. */
const refresh = `document.querySelector('[aria-label="Refresh"]').click()`

/** Runs in the page: reports the start and the end of a run, as another tab does. */
const reportRun = `(() => {
  const channel = new BroadcastChannel('planning-tasks')
  for (const finished of [null, '2030-01-01T00:00:00'])
    channel.postMessage({ kind: 'run', run: { id: 999001, scenario: 'default', status: 'Done', finished } })
  channel.close()
})()`

/** Chooses a new value for the field Description, and counts the changes. */
const countChanges = async (page: Page, value: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Description', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'New value' }).fill(value)
  await dialog.getByRole('button', { name: /^Count the changes/ }).click()
  await dialog.getByText(/would change/).waitFor()
}

/** Returns the path of a user's layout of a list. */
const layoutPath = (entity: string): string => `/api/me/preferences/grid:input.${entity}/`

describeWeb('the records and the layout of a list', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const open = (path: string, options?: OpenOptions) => openGrid(web, path, options)
  const values = (entity: string, field: string, filter?: string) =>
    valuesOf(web.server, entity, field, filter)
  const create = async (entity: string, ...names: readonly string[]): Promise<void> => {
    const body = names.map((name) => ({ name }))
    expect((await web.server.request('POST', `/api/input/${entity}/`, { body })).status).toBe(201)
  }

  const storeLayout = async (entity: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await web.server.request('PUT', layoutPath(entity), { as: 'planner', body })
    expect(answer.status).toBeLessThan(300)
  }
  const storedLayout = async (entity: string): Promise<unknown> =>
    (await web.server.request('GET', layoutPath(entity), { as: 'planner' })).json

  describe('a bulk edit', () => {
    it('changes the rows that were chosen, although the list was read again behind its dialog', async () => {
      await create('customer', 'chosen 1', 'chosen 2', 'chosen 3')
      await using screen = await open('customer?name__startswith=chosen&ordering=name')
      const { page, grid } = screen
      await grid.choose(0, 'description')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: 'Bulk edit' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'The 2 selected rows' }).waitFor()
      await countChanges(page, 'in bulk')
      await create('customer', 'chosen 0')
      await page.evaluate(refresh)
      await expect.poll(() => grid.text(0, 'name')).toBe('chosen 0')
      await page.getByRole('button', { name: 'Change 2 records' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await values('customer', 'name', 'description=in bulk&ordering=name')).toEqual([
        'chosen 1',
        'chosen 2',
      ])
    })

    it('changes as many records as were counted, or none', async () => {
      await create('customer', 'counted 1', 'counted 2')
      await using screen = await open('customer?name__startswith=counted', { expected: [/status of 409/] })
      const { page } = screen
      await page.getByRole('button', { name: 'Bulk edit' }).click()
      await page.getByRole('radio', { name: 'All 2 rows that match the filter' }).waitFor()
      await create('customer', 'counted 3')
      await countChanges(page, 'counted')
      await create('customer', 'counted 4')
      await page.getByRole('button', { name: 'Change 3 records' }).click()
      await page.getByRole('alert').getByText('The number of matching records has changed.').waitFor()
      expect(await values('customer', 'name', 'description=counted')).toEqual([])
      await page.getByRole('button', { name: /^Count the changes/ }).click()
      await page.getByRole('button', { name: 'Change 4 records' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await values('customer', 'name', 'description=counted')).toHaveLength(4)
    })

    it('keeps the list as it is until its dialog is closed', detail, async () => {
      await create('supplier', 'behind 1')
      await using screen = await open('supplier?name__startswith=behind')
      const { page, grid } = screen
      await page.getByRole('button', { name: 'Bulk edit' }).click()
      await page.getByRole('radio', { name: 'The 1 row that matches the filter' }).waitFor()
      await create('supplier', 'behind 0')
      await page.evaluate(reportRun)
      await page.getByText('Records of this list have changed since it was read.').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Refresh' }).last().click()
      await expect.poll(() => grid.text(0, 'name')).toBe('behind 0')
    })
  })

  it('exports the list with the filter that it opened with', async () => {
    await using screen = await open('location?name__contains=a')
    const { page } = screen
    await page.getByRole('button', { name: 'Export' }).click()
    const addresses = await page
      .getByRole('menuitem')
      .evaluateAll<readonly string[], Element>((items) =>
        items.flatMap((item) => item.getAttribute('href') ?? []),
      )
    expect(addresses).toHaveLength(3)
    for (const address of addresses) expect(address).toContain('&name__contains=a&')
  })

  it('shows no rows while its view is unknown', async () => {
    await using screen = await web.open('/app/default/data/demand?view=987654', { as: 'planner' })
    const { page } = screen
    await page.getByText('This view does not exist').waitFor()
    await page.getByText('No rows', { exact: true }).waitFor()
    for (const name of ['Bulk edit', 'Export', 'Add row'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
    await page.getByRole('button', { name: 'Show all rows' }).click()
    await gridOf(page).ready()
    await page.getByText(/of 126$/).waitFor()
  })

  it('shows no rows until its view can be read', detail, async () => {
    const body = {
      name: 'Beginning',
      value: { filter: { field: 'name', lookup: 'startswith', value: 'SO-1091' } },
    }
    const { json } = await web.server.request('POST', '/api/views/input/demand/', { as: 'planner', body })
    const { id }: { readonly id: number } = JSON.parse(JSON.stringify(json))
    await using screen = await open('item', { expected: [/status of 500/] })
    const { page } = screen
    await page.route('**/api/views/**', (route) => route.fulfill({ status: 500 }))
    await page.goto(`/app/default/data/demand?view=${id}`)
    await page.getByText('The saved views could not be read').waitFor()
    await page.getByText('No rows', { exact: true }).waitFor()
    await page.unroute('**/api/views/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await gridOf(page).ready()
    const shown = page.getByText(/of 12$/)
    await shown.waitFor()
    expect(await shown.count()).toBe(1)
  })

  describe('the layout of a user', () => {
    const rules = [{ field: 'name', operator: 'contains', value: 'a', color: 'red' }]

    it('keeps its columns when those of a view are changed', detail, async () => {
      const columns = ['name', 'description']
      await storeLayout('item', { columns })
      const body = { name: 'Columns', value: { columns: 'name,category' } }
      const { json } = await web.server.request('POST', '/api/views/input/item/', { as: 'planner', body })
      const { id }: { readonly id: number } = JSON.parse(JSON.stringify(json))
      await using screen = await open(`item?view=${id}`)
      const { page, grid } = screen
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('checkbox', { name: 'Subcategory' }).check()
      await grid.cell(0, 'subcategory').waitFor()
      await page.getByLabel('Columns that stay in view').fill('2')
      await expect.poll(() => storedLayout('item')).toEqual({ columns, frozen: 2 })
    })

    it('is not replaced by one change if it could not be read', detail, async () => {
      await storeLayout('buffer', { columns: ['item', 'location'], rules, frozen: 1 })
      await using screen = await open('item', { expected: [/status of 500/] })
      const { page } = screen
      await page.route('**/api/me/preferences/?prefix=grid*', (route) => route.fulfill({ status: 500 }))
      await page.goto('/app/default/data/buffer')
      await gridOf(page).ready()
      await page.unroute('**/api/me/preferences/?prefix=grid*')
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByLabel('Columns that stay in view').fill('2')
      await expect
        .poll(() => storedLayout('buffer'))
        .toEqual({ columns: ['item', 'location'], rules, frozen: 2 })
    })

    it('keeps colors, measures and the opening view when its columns are reset', detail, async () => {
      const kept = { measures: 'size__avg', rules, view: 0 }
      await storeLayout('resource', { columns: ['name', 'owner'], widths: { name: 300 }, frozen: 2, ...kept })
      await using screen = await open('resource')
      const { page, grid } = screen
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('button', { name: 'Reset columns' }).click()
      await grid.cell(0, 'description').waitFor()
      await expect.poll(() => storedLayout('resource')).toEqual(kept)
    })
  })

  describe('the ticked rows', () => {
    it(
      'include those between two clicks that were not read, and start anew after sorting',
      detail,
      async () => {
        await create('skill', ...Array.from({ length: 900 }, (_, index) => `far ${1000 + index}`))
        await using screen = await open('skill?name__startswith=far&ordering=name')
        const { page, grid } = screen
        const box = (row: number) => grid.cell(row, '#check').locator('input')
        await box(1).click()
        await grid.choose(1, 'name')
        await page.keyboard.press('Control+End')
        await box(898).click({ modifiers: ['Shift'] })
        await page.getByText('898 rows selected').waitFor()
        await page.getByRole('columnheader', { name: 'Name' }).first().click()
        await expect.poll(() => grid.text(0, 'name')).toBe('far 1899')
        await box(4).click({ modifiers: ['Shift'] })
        await page.getByText('1 row selected').waitFor()
      },
    )
  })

  it('cuts cells', detail, async () => {
    await web.server.request('POST', '/api/input/customer/', {
      body: [{ name: 'cut', description: 'taken' }],
    })
    await using screen = await open('customer?name=cut')
    const { page, grid } = screen
    await grid.choose(0, 'description')
    await page.keyboard.press('Control+x')
    await page.getByText('1 cell changed').first().waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('taken')
    expect(await grid.text(0, 'description')).toBe('')
    await grid.choose(0, 'source')
    await page.keyboard.press('Control+v')
    expect(await grid.text(0, 'source')).toBe('taken')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('does not ask for a row long after the key for it', detail, async () => {
    await using screen = await open('demand?name__startswith=SO-1091')
    const { page, grid } = screen
    await grid.choose(0, 'name')
    await page.keyboard.press('Control+g')
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await page.getByText(/of 126$/).waitFor()
    await page.getByRole('button', { name: 'Go to row' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Row (1 to 126)' }).count()).toBe(0)
  })
})
