/** Tests what the data grid shows, with mouse and keys: filters, columns, views, totals, groups, colors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import type { OpenOptions } from '../support/browser-window.ts'
import { detail, mainCases } from '../support/detail.ts'
import { gridOf, openGrid } from '../support/grid.ts'

/** Runs in the page: returns the rows of which at least half is visible. */
const rowsInView = `(() => {
  const totals = document.querySelector('.ag-row[row-index^="b-"]')?.getBoundingClientRect().top ?? Infinity
  const bottom = Math.min(totals, document.querySelector('.ag-grid-viewport').getBoundingClientRect().bottom)
  const top = document.querySelector('.ag-header').getBoundingClientRect().bottom
  const rows = [...document.querySelectorAll('.ag-row[row-index]:not([row-index^="b-"])')].flatMap((row) => {
    const box = row.getBoundingClientRect()
    const middle = (box.top + box.bottom) / 2
    return middle >= top && middle <= bottom ? [Number(row.getAttribute('row-index')) + 1] : []
  })
  return Math.min(...rows) + '–' + Math.max(...rows)
})()`

/** Returns the days from 1970 to a date. */
const day = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000

/** Runs in the page: returns the element at the right edge of the rows, where a scrollbar would be. */
const atTheEdge = `(() => {
  const { right, top, bottom } = document.querySelector('.ag-grid-viewport').getBoundingClientRect()
  const hit = document.elementFromPoint(right - 5, (top + bottom) / 2)
  return hit?.closest('.ag-cell') ? 'cell' : hit?.className
})()`

describeWeb('the data grid', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const open = (path: string, options?: OpenOptions) => openGrid(web, path, options)

  describe('what is shown', () => {
    it('keeps the filter in the address, so that it can be shared', async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Name', exact: true }).click()
      await page.getByRole('textbox', { name: 'Value' }).fill('SO-1091')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('button', { name: /^Name contains SO-1091/ }).waitFor()
      await page.getByText(/of 12$/).waitFor()
      const shared = new URL(page.url())
      await using other = await open(`demand${shared.search}`, { as: 'viewer' })
      await other.page.getByRole('button', { name: /^Name contains SO-1091/ }).waitFor()
      expect(await other.grid.text(0, 'name')).toBe(await grid.text(0, 'name'))
    })

    it('lets the comparison and the value of a filter be chosen with the mouse', detail, async () => {
      await using screen = await open('demand')
      const { page } = screen
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
      await page.getByRole('combobox', { name: 'Comparison' }).click()
      await page.getByRole('option', { name: 'is', exact: true }).click()
      await page.getByRole('combobox', { name: 'Value' }).click()
      await page.getByRole('option', { name: 'canceled', exact: true }).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page
        .getByRole('button', { name: /^Status is canceled/ })
        .first()
        .waitFor()
      await page
        .getByRole('button', { name: /^Status is canceled/ })
        .first()
        .click()
      await page.getByRole('combobox', { name: 'Comparison' }).click()
      await page.getByRole('option', { name: 'is not', exact: true }).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page
        .getByRole('button', { name: /^Status is not canceled/ })
        .first()
        .waitFor()
      expect(new URL(page.url()).searchParams.get('filter')).toContain('"lookup":"ne"')
    })

    it('filters by whole days, and keeps the words of relative dates', detail, async () => {
      await using screen = await open('demand')
      const { page } = screen
      const read = async (until: string): Promise<number> => {
        const answer = await screen.context.request.get(`/api/input/demand/?due__lt=${until}&fields=name`)
        const rows: readonly unknown[] = await answer.json()
        return rows.length
      }
      const first = await screen.context.request.get('/api/input/demand/?status=open&ordering=due&limit=1')
      const [order]: readonly { due: string }[] = await first.json()
      const day = order!.due.slice(0, 10)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Due', exact: true }).click()
      await page.getByRole('combobox', { name: 'Comparison' }).click()
      await page.getByRole('option', { name: 'until', exact: true }).click()
      await page.getByRole('textbox', { name: 'Value' }).fill(day)
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText(new RegExp(`of ${await read(`${day}T23:59:59`)}$`)).waitFor()
      await page.getByRole('button', { name: `Due until ${day}`, exact: true }).click()
      await page.getByRole('textbox', { name: 'Value' }).fill('today+7')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('button', { name: 'Due until +7 days', exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('filter')).toContain('"value":"today+7"')
      expect(await page.getByText('The filter is not valid').count()).toBe(0)
    })

    it('counts a date such as today+7 from the current date of the plan', detail, async () => {
      const { server } = web
      const body = { name: 'currentdate', value: '2026-03-02T00:00:00' }
      expect((await server.request('POST', '/api/common/parameter/', { body })).status).toBeLessThan(300)
      try {
        await using screen = await web.open('/app/default/data/demand', { as: 'planner' })
        const { page } = screen
        await gridOf(page).ready()
        await page.getByRole('button', { name: 'Filter', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Due', exact: true }).click()
        await page.getByRole('combobox', { name: 'Comparison' }).click()
        await page.getByRole('option', { name: 'until', exact: true }).click()
        await page.getByRole('textbox', { name: 'Value' }).fill('today+7')
        const asked = page.waitForRequest((request) => request.url().includes('/api/input/demand/?'))
        await page.getByRole('button', { name: 'Apply' }).click()
        expect((await asked).url()).toContain('2026-03-10')
        const again = page.waitForRequest((request) => request.url().includes('2026-03-10'))
        await page.reload()
        await again
      } finally {
        await server.request('DELETE', '/api/common/parameter/currentdate/')
      }
    })

    it('shows the remaining conditions after one of a group is removed', detail, async () => {
      const conditions = ['70', '71', '72'].map((value) => ({ field: 'name', lookup: 'contains', value }))
      const filter = encodeURIComponent(JSON.stringify({ and: [{ or: conditions }] }))
      await using screen = await open(`demand?filter=${filter}`)
      const { page } = screen
      await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /70/ }).first().click()
      const dialog = page.getByRole('dialog')
      const values = dialog.getByRole('textbox', { name: 'Value' })
      await expect.poll(() => values.count()).toBe(3)
      await dialog.getByRole('button', { name: 'Remove this filter' }).first().click()
      await expect.poll(() => values.count()).toBe(2)
      const shown = async (): Promise<readonly string[]> => [
        await values.nth(0).inputValue(),
        await values.nth(1).inputValue(),
      ]
      expect(await shown()).toEqual(['71', '72'])
      // Typing keeps the focus in the field.
      await values.nth(0).press('End')
      await page.keyboard.type('00')
      expect(await shown()).toEqual(['7100', '72'])
    })

    it('marks a filter that is none and shows no rows', detail, async () => {
      await using screen = await web.open('/app/default/data/demand?nonsense=1', { as: 'planner' })
      await screen.page.getByText('The filter is not valid').waitFor()
      await screen.page.getByText('there is no field “nonsense”').waitFor()
      await screen.page.getByRole('button', { name: 'Clear filters' }).last().click()
      await gridOf(screen.page).ready()
      expect(screen.page.url()).not.toContain('nonsense')
    })

    it(
      'holds no rows while the filter is wrong, and offers nothing that is done with rows',
      detail,
      async () => {
        await using screen = await web.open('/app/default/data/demand?quantity__gte=abc', { as: 'planner' })
        const { page } = screen
        const nothingToDo = async (): Promise<void> => {
          await page.getByText('The filter is not valid').waitFor()
          await page.getByText('No rows', { exact: true }).waitFor()
          await page.locator('.ag-row .ag-cell').first().waitFor({ state: 'detached' })
          for (const name of ['Bulk edit', 'Export', 'Add row']) {
            const button = page.getByRole('button', { name, exact: true })
            expect(await button.isDisabled(), name).toBe(true)
            expect(await button.getAttribute('title'), name).toBe('The filter is not valid')
          }
          expect(await page.locator('.g-check-all').isDisabled()).toBe(true)
        }
        await nothingToDo()
        await page.getByRole('button', { name: 'Refresh' }).click()
        await nothingToDo()
        await page.getByRole('button', { name: 'Clear filters' }).last().click()
        await gridOf(page).ready()
        await page.getByText(/of 126$/).waitFor()
        expect(await page.getByRole('button', { name: 'Bulk edit' }).isDisabled()).toBe(false)
        await page.goBack()
        await nothingToDo()
      },
    )

    it('reads more rows without checking again whether the list was changed', detail, async () => {
      const rows = Array.from({ length: 450 }, (_, number) => ({ name: `scrolled ${1000 + number}` }))
      await web.server.request('POST', '/api/input/skill/', { as: 'admin', body: rows })
      await using screen = await open('skill?name__startswith=scrolled')
      const { page, grid } = screen
      const checked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('fields=lastmodified')).length`
      await expect.poll(() => page.evaluate(checked)).toBe(1)
      await grid.choose(0, 'name')
      await page.keyboard.press('Control+End')
      await grid.cell(449, 'name').getByText('scrolled 1449').waitFor()
      await page.waitForTimeout(200)
      expect(await page.evaluate(checked)).toBe(1)
    })

    it('says which rows are in view, and covers none of them at its edge', detail, async () => {
      await using screen = await open('demand')
      const { page } = screen
      const seen = (): Promise<string> => page.evaluate<string>(rowsInView)
      const told = async (): Promise<string> =>
        /Rows (\d+–\d+)/.exec(await page.getByText(/^Rows \d/).innerText())?.[1] ?? ''
      await expect.poll(told).toBe(await seen())
      await page.locator('.ag-grid-viewport').hover()
      await page.mouse.wheel(0, 700)
      await expect.poll(seen).not.toMatch(/^1–/)
      await expect.poll(told).toBe(await seen())
      expect(await page.evaluate<string>(atTheEdge)).toBe('cell')
    })

    it('shows the first columns again by Ctrl+Home, though the first of all never left', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await grid.choose(2, 'quantity')
      await page.keyboard.press('Control+End')
      await grid.cell(2, 'quantity').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+Home')
      await grid.cell(2, 'quantity').waitFor()
      expect(await grid.focus()).toBe('name 0')
    })

    it('sorts by a click on a head, and says so', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await page.locator('.ag-header-cell[col-id="quantity"] .g-head-label').click()
      await page.locator('.ag-header-cell[col-id="quantity"][aria-sort="ascending"]').waitFor()
      await page.locator('.ag-header-cell[col-id="quantity"] .g-head-label').click()
      await page.locator('.ag-header-cell[col-id="quantity"][aria-sort="descending"]').waitFor()
      expect(page.url()).toContain('ordering=-quantity')
      await grid.ready()
    })

    it('hides columns and remembers it', detail, async () => {
      await using screen = await open('supplier')
      const { page } = screen
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('checkbox', { name: 'Description' }).uncheck()
      await page.keyboard.press('Escape')
      await page.locator('.ag-header-cell[col-id="description"]').waitFor({ state: 'detached' })
      await page.goto('/app/default/data/supplier')
      await gridOf(page).ready()
      expect(await page.locator('.ag-header-cell[col-id="description"]').count()).toBe(0)
    })

    it('offers no column that is for programs', detail, async () => {
      await using screen = await web.open('/app/default/data/location')
      const { page } = screen
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('checkbox', { name: 'Owner' }).waitFor()
      expect(await page.getByRole('checkbox', { name: /^(Lft|Rght|Lvl)$/ }).count()).toBe(0)
    })

    it('saves a view, says when it was changed, and goes back to it', detail, async () => {
      await using screen = await open('item?name__icontains=City')
      const { page } = screen
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view …' }).click()
      await page.getByRole('dialog', { name: 'Save as a view', exact: true }).waitFor()
      await page.getByRole('textbox', { name: 'Name' }).fill('City bikes')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'City bikes' }).waitFor()
      expect(page.url()).toMatch(/view=\d+/)
      await page.locator('.ag-header-cell[col-id="name"] .g-head-label').click()
      await page.getByText('View modified').waitFor()
      await page.getByRole('button', { name: 'Reset to the saved view' }).click()
      await page.getByText('View modified').waitFor({ state: 'detached' })
      expect(page.url()).not.toContain('ordering')
      // Two views of one name could not be told apart.
      await page.getByRole('button', { name: 'City bikes' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view …' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('City bikes')
      await page.getByText('You have a view with this name already.').waitFor()
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    })
  })

  describe('totals, groups and colours', () => {
    it('stands below the columns what the service computes over all that match', detail, async () => {
      await using screen = await open('demand?status=open')
      const { page, grid } = screen
      const { json } = await web.server.request(
        'GET',
        '/api/aggregate/input/demand/?status=open&measure=quantity__sum,quantity__avg',
      )
      const { count, measures } = Object(json).rows[0]
      const total = page.locator('.ag-grid-pinned-bottom-rows')
      const sum = Number(measures.quantity__sum).toLocaleString('en')
      await total.getByText(sum).waitFor()
      await page.locator('.ag-header-cell[col-id="quantity"]').hover()
      await page.locator('.ag-header-cell[col-id="quantity"] .g-head-menu').click()
      await page.getByRole('menuitem', { name: 'Average' }).click()
      const average = (Math.round(measures.quantity__avg * 100) / 100).toLocaleString('en')
      await total.getByText(average).waitFor()
      expect(page.url()).toContain('measures=quantity__avg')
      expect(await page.getByText(`of ${count}`).count()).toBe(1)
      // Saved values count immediately.
      await grid.choose(0, 'quantity')
      await grid.type(String(Number(await grid.text(0, 'quantity')) + count))
      await page.keyboard.press('Control+s')
      const next = (Math.round((measures.quantity__avg + 1) * 100) / 100).toLocaleString('en')
      await total.getByText(next).waitFor()
    })

    it('shows a list by groups with subtotals, opens them, and leads to their rows', detail, async () => {
      await using screen = await open('demand')
      const { page } = screen
      await page.getByRole('button', { name: 'Group', exact: true }).click()
      await page.getByRole('combobox', { name: 'Group by' }).click()
      await page.getByRole('option', { name: 'Item', exact: true }).click()
      await page.getByRole('combobox', { name: 'Then by' }).click()
      await page.getByRole('option', { name: 'Due (month)' }).click()
      await page.keyboard.press('Escape')
      const group = page.getByRole('row', { name: /^City 7 red/ })
      // Closed groups fill only the columns with a measure; the toolbar stays on one line.
      const heads = page.getByRole('columnheader')
      await group.waitFor()
      expect(await heads.filter({ hasText: 'Customer' }).count()).toBe(0)
      const toolbar = page.getByRole('group', { name: 'Actions on the list' })
      expect((await toolbar.boundingBox())?.height).toBeLessThan(50)
      const search = toolbar.getByRole('textbox', { name: 'Search in this list' })
      expect((await search.boundingBox())?.width).toBeGreaterThan(170)
      const rows = Number(await group.getByRole('cell').first().innerText())
      await group.getByRole('button', { expanded: false }).click()
      const inner = page.locator('tr[data-depth="1"]')
      await inner.first().waitFor()
      const parts = (await inner.locator('td:first-of-type').allInnerTexts()).map(Number)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(rows)
      await inner.first().getByRole('button', { expanded: false }).click()
      await page.getByRole('link', { name: /^SO-/ }).first().waitFor()
      await heads.filter({ hasText: 'Customer' }).waitFor()
      await expectAccessible(page, { level: 'any' })
      await page.getByRole('button', { name: 'By Item, Due (month)' }).click()
      await page.getByRole('button', { name: 'Without groups' }).click()
      await page.locator('.ag-row').first().waitFor()
      await page.goBack()
      await group.getByRole('button', { name: 'Show the rows of “City 7 red” as a list' }).click()
      await page.getByText(`of ${rows}`).waitFor()
    })

    it('leaves room for the delay where a rule on it colors whole rows', detail, async () => {
      await web.server.database.query({
        text: `UPDATE "default"."demand" SET "delay" = '12 days 03:00' WHERE "name" = 'SO-10701'`,
      })
      const rule = { condition: { field: 'delay', lookup: 'gt', value: '0 days' }, mark: 'red', row: true }
      const rules = encodeURIComponent(JSON.stringify([rule]))
      await using screen = await open(`demand?columns=name,delay&ordering=-delay&rules=${rules}`, {
        as: 'admin',
      })
      const cell = screen.page.locator('.ag-cell[col-id="delay"][data-mark="bad"]').first()
      await cell.waitFor()
      const parts = await cell.locator('.g-value').evaluate((value) => value.children.length)
      expect([parts, await cell.locator('.g-sign').innerText()]).toEqual([1, '▲'])
      const isCut = await cell
        .locator('.g-badge')
        .evaluate((badge) => badge.scrollWidth > badge.clientWidth || badge.clientHeight > 30)
      expect(isCut).toBe(false)
    })

    it('marks values by colour rules, and keeps them with a view for a group of users', detail, async () => {
      await using screen = await open('demand?ordering=name', { as: 'admin' })
      const { page, grid } = screen
      await page.getByRole('button', { name: 'Colors' }).click()
      await page.getByText('Save the list as a view to keep them with it or to share them.').waitFor()
      await page.getByRole('button', { name: 'Add rule' }).click()
      const rule = page.getByRole('region', { name: 'Rule 1' })
      await rule.getByRole('combobox', { name: 'Field' }).click()
      await page.getByRole('option', { name: 'Quantity', exact: true }).click()
      await rule.getByRole('combobox', { name: 'Comparison' }).click()
      await page.getByRole('option', { name: '>', exact: true }).click()
      await rule.getByRole('textbox', { name: 'Value' }).fill('20')
      await page.locator('.ag-cell[col-id="quantity"][data-mark="bad"]').first().waitFor()
      await expectAccessible(page, { level: 'any' })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Colors 1' }).waitFor()
      const marked = page.locator('.ag-cell[col-id="quantity"][data-mark="bad"]')
      const texts = await marked.locator('.g-value').allInnerTexts()
      expect(texts.every((text) => text.startsWith('▲') && Number(text.replace('▲', '')) > 20)).toBe(true)
      expect(await grid.cell(0, 'item').getAttribute('data-mark')).toBeNull()
      await web.server.request('POST', '/api/auth/group/', { body: { name: 'buyers', permissions: [] } })
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view …' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Large orders')
      await page.getByRole('checkbox', { name: 'For others' }).check()
      await page.getByRole('combobox', { name: 'Groups of users' }).click()
      await page.getByRole('option', { name: 'buyers' }).click()
      await page.keyboard.press('Tab')
      await page.getByRole('checkbox', { name: 'Lists open with this view' }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Large orders' }).waitFor()
      await page.goto('/app/default/data/demand')
      await page.getByRole('button', { name: 'Large orders' }).waitFor()
      await marked.first().waitFor()
      // Users who are not in the group do not see the view.
      await using other = await open('demand')
      await other.page.getByRole('button', { name: 'Views' }).click()
      await other.page.getByRole('menuitem', { name: 'Save as a view …' }).waitFor()
      expect(await other.page.getByRole('menuitem', { name: 'Large orders' }).count()).toBe(0)
      // Only administrators can share views.
      await other.page.keyboard.press('Escape')
      await other.page.getByRole('button', { name: 'Colors' }).click()
      await other.page.getByText('Save the list as a view to keep them with it.', { exact: false }).waitFor()
      expect(await other.page.getByText('share them').count()).toBe(0)
      await page.getByRole('button', { name: 'Large orders' }).click()
      await page.getByRole('menuitem', { name: 'Delete “Large orders”' }).click()
      const question = page.getByRole('dialog', { name: 'Delete the view “Large orders”?' })
      await question.getByText('it is deleted for buyers too').waitFor()
      await question.getByRole('button', { name: 'Delete “Large orders”' }).click()
      await page.locator('button:focus', { hasText: 'Views' }).waitFor()
    })

    it('fills cells by the corner of those that are chosen, and a series by keys', detail, async () => {
      await using screen = await open('demand?ordering=name')
      const { page, grid } = screen
      await grid.choose(0, 'priority')
      await grid.type('2')
      await grid.type('4')
      await grid.choose(0, 'priority')
      await page.keyboard.press('Shift+ArrowDown')
      const corner = await page.locator('.ag-cell.g-corner').boundingBox()
      const end = await grid.cell(4, 'priority').boundingBox()
      await page.mouse.move(corner!.x + corner!.width - 4, corner!.y + corner!.height - 4)
      await page.mouse.down()
      await page.mouse.move(end!.x + 10, end!.y + 10, { steps: 6 })
      await page.mouse.up()
      expect(await Promise.all([2, 3, 4].map((row) => grid.text(row, 'priority')))).toEqual(['6', '8', '10'])
      await page.keyboard.press('Control+z')
      expect(await grid.text(1, 'priority')).toBe('4')
      await grid.choose(0, 'due')
      const first = await grid.text(0, 'due')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+Shift+d')
      expect(day(await grid.text(1, 'due')) - day(first)).toBe(1)
    })
  })

  describe('for everybody', () => {
    it('is walked through with keys alone', detail, async () => {
      await using screen = await open('demand', { height: 900 })
      const { page, grid } = screen
      await grid.choose(0, 'customer')
      await page.keyboard.press('Control+Home')
      expect(await grid.focus()).toBe('name 0')
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      await page.keyboard.press('PageDown')
      expect(Number((await grid.focus()).split(' ')[1])).toBeGreaterThan(10)
      await page.keyboard.press('Control+End')
      await page.locator('.ag-row[row-index="125"] .ag-cell-focus').waitFor()
      await page.keyboard.press('Control+Home')
      await page.locator('.ag-row[row-index="0"] .ag-cell-focus').waitFor()
      await page.keyboard.press('ArrowUp')
      expect(await page.evaluate<string>("document.activeElement?.getAttribute('role')")).toBe('columnheader')
      await page.keyboard.press('Enter')
      await page.locator('.ag-header-cell[col-id="name"][aria-sort="ascending"]').waitFor()
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('menuitem', { name: 'Freeze no columns' }).waitFor()
      await page.keyboard.press('Escape')
      // The grid is one tab stop: Tab moves to the next element below it.
      await grid.choose(0, 'name')
      await page.keyboard.press('Tab')
      expect(await page.evaluate<boolean>(`document.activeElement?.closest('[role="grid"]') === null`)).toBe(
        true,
      )
      await page.keyboard.press('Shift+Tab')
      expect(await page.evaluate<boolean>(`document.activeElement?.closest('[role="grid"]') !== null`)).toBe(
        true,
      )
    })

    it('offers a viewer nothing that would be refused', async () => {
      await using screen = await open('demand', { as: 'viewer' })
      const { page, grid } = screen
      for (const name of ['Add row', 'Bulk edit', 'Import', 'Save', 'Delete'])
        expect(await page.getByRole('button', { name }).count(), name).toBe(0)
      await grid.choose(0, 'quantity')
      await page.keyboard.type('5')
      await grid.paste('7')
      await page.keyboard.press('Delete')
      expect(await page.getByText(/cells? changed/).count()).toBe(0)
      expect(await grid.cell(0, 'quantity').getAttribute('aria-readonly')).toBe('true')
    })

    it.each(mainCases(['light', 'dark'] as const, (scheme) => scheme === 'light'))(
      'is accessible with edits, faults and a selection in %s',
      async (scheme) => {
        await using screen = await open('demand?status__in=open,quote', { scheme })
        const { page, grid } = screen
        await grid.choose(1, 'quantity')
        await grid.type('x')
        await grid.type('4')
        await grid.cell(4, '#check').locator('input').click()
        await expectAccessible(page, { level: 'any' })
      },
    )

    it('fits a phone', detail, async () => {
      await using screen = await open('demand', { width: 390, height: 844 })
      const wide = await screen.page.evaluate<number>('document.documentElement.scrollWidth')
      expect(wide).toBeLessThanOrEqual(390)
    })
  })
})
