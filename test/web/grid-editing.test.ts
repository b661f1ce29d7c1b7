/** Tests edits in the data grid: cells, clipboard, undo, saving, conflicts, and changes of many records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import type { OpenOptions } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { openGrid, valuesOf } from '../support/grid.ts'

const refused = [/status of 400/, /status of 409/]

/** Runs in the page: presses keys without the delay of the test driver between them. */
const pressAtOnce = (...keys: readonly { readonly key: string; readonly ctrlKey?: boolean }[]): string =>
  `for (const key of ${JSON.stringify(keys)}) document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))`

describeWeb('edits in the data grid', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const open = (path: string, options?: OpenOptions) => openGrid(web, path, options)
  const values = (entity: string, field: string, filter?: string) =>
    valuesOf(web.server, entity, field, filter)

  describe('editing', () => {
    it('stages edits and saves them together', async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await grid.choose(0, 'quantity')
      await grid.type('71')
      expect(await grid.focus()).toBe('quantity 1')
      await grid.type('72.5')
      expect(await grid.text(0, 'quantity')).toBe('71')
      await page.getByText('2 cells changed').waitFor()
      expect(await values('demand', 'quantity', 'limit=1')).not.toEqual([71])
      await page.keyboard.press('Control+s')
      await page.getByText('2 rows are saved.').first().waitFor()
      expect(await values('demand', 'quantity', 'limit=2')).toEqual([71, 72.5])
    })

    it('takes edits back and does them again', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      const before = await grid.text(3, 'quantity')
      await grid.choose(3, 'quantity')
      await grid.type('99')
      await page.keyboard.press('Control+z')
      expect(await grid.text(3, 'quantity')).toBe(before)
      await page.keyboard.press('Control+y')
      expect(await grid.text(3, 'quantity')).toBe('99')
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await grid.text(3, 'quantity')).toBe(before)
    })

    it('says why a cell cannot be edited', detail, async () => {
      await using screen = await openGrid(web, 'demand')
      const { page, grid } = screen
      const told = page.getByRole('status').filter({ hasText: 'cannot be edited' })
      await grid.choose(0, 'name')
      await page.keyboard.type('x')
      await told.filter({ hasText: '“Name” identifies the record' }).waitFor()
      await grid.choose(0, 'delay')
      await page.keyboard.press('F2')
      await told.filter({ hasText: '“Delay” is computed' }).waitFor()
      expect(await told.count()).toBe(1)
      await page.keyboard.press('Enter')
      expect(await grid.focus()).toBe('delay 1')
      await using other = await openGrid(web, 'item', { as: 'viewer' })
      await other.grid.choose(0, 'description')
      await other.page.keyboard.press('Delete')
      await other.page.getByText('You may not change these records.').waitFor()
    })

    it('cuts cells from their menu', detail, async () => {
      await using screen = await openGrid(web, 'item')
      const { page, grid } = screen
      const before = await grid.text(0, 'description')
      await grid.cell(0, 'description').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Cut' }).click()
      await page.getByText('1 cell changed').first().waitFor()
      expect([before === '', await grid.text(0, 'description')]).toEqual([false, ''])
      await grid.choose(1, 'description')
      await page.keyboard.press('Control+v')
      await expect.poll(() => grid.text(1, 'description')).toBe(before)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await expect.poll(() => grid.text(0, 'description')).toBe(before)
    })

    it('keeps them when the code of a dialog cannot be loaded', detail, async () => {
      await using screen = await open('demand', { expected: [/rules-dialog/] })
      const { page, grid } = screen
      await grid.choose(2, 'quantity')
      await grid.type('98')
      await page.route(/rules-dialog/, (route) => route.abort())
      await page.getByRole('button', { name: 'Colors' }).click()
      await page.getByRole('alert').getByText('This part could not be opened').waitFor()
      expect(await grid.text(2, 'quantity')).toBe('98')
      await page.keyboard.press('Control+s')
      await page.getByText('1 row is saved.').first().waitFor()
    })

    it('keeps the focus in the cell when Save and Discard disappear with their bar', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      for (const [name, value] of [
        ['Discard', '61'],
        ['Save', '62'],
      ] as const) {
        await grid.choose(6, 'quantity')
        await grid.type(value)
        await grid.choose(6, 'quantity')
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('region', { name: 'Changes that are not saved' }).waitFor({ state: 'detached' })
        await expect.poll(() => grid.focus(), { message: name }).toBe('quantity 6')
      }
    })

    it('keeps the focus in the list when its new rows are discarded or saved', detail, async () => {
      await web.server.request('POST', '/api/input/skill/', { body: [{ name: 'focus 0' }] })
      await using screen = await open('skill?name__startswith=focus')
      const { page, grid } = screen
      for (const [name, first] of [
        ['Save', 1],
        ['Discard', 3],
      ] as const) {
        await grid.choose(0, 'name')
        await grid.paste(`Name\nfocus ${first}\nfocus ${first + 1}`)
        await page.getByRole('dialog').getByRole('button', { name: 'Paste' }).click()
        await grid.choose(first + 1, 'source')
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('region', { name: 'Changes that are not saved' }).waitFor({ state: 'detached' })
        await expect.poll(() => grid.focus(), { message: name }).toBe('source 2')
      }
    })

    it(
      'goes to the first invalid cell when the consequences or a proposal of the edits are wanted',
      detail,
      async () => {
        await using screen = await open('demand', { as: 'admin' })
        const { page, grid } = screen
        for (const name of ['Consequences', 'Save as proposal']) {
          await grid.choose(5, 'quantity')
          await grid.type('x')
          await grid.choose(8, 'quantity')
          await page.getByRole('button', { name, exact: true }).click()
          await expect.poll(() => grid.focus(), { message: name }).toBe('quantity 5')
          // Announced once, as for saving.
          expect(await page.locator('[aria-live="polite"]').allInnerTexts()).toContainEqual(
            expect.stringMatching(/^1 error\s*$/),
          )
          expect(await page.getByRole('dialog').count()).toBe(0)
          await page.getByRole('button', { name: 'Discard', exact: true }).click()
        }
      },
    )

    it('brings discarded edits back', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      const before = await grid.text(4, 'quantity')
      await grid.choose(4, 'quantity')
      await grid.type('98')
      await grid.type('97')
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByText('The changes are discarded. Ctrl+Z brings them back.').waitFor()
      expect(await grid.text(4, 'quantity')).toBe(before)
      await page.keyboard.press('Control+z')
      await page.getByText('2 cells changed').waitFor()
      expect([await grid.text(4, 'quantity'), await grid.text(5, 'quantity')]).toEqual(['98', '97'])
      await page.getByRole('button', { name: 'Discard' }).click()
      const notice = page.getByText('The changes are discarded. Ctrl+Z brings them back.')
      await notice.waitFor()
      // Once something is saved, Ctrl+Z undoes that.
      for (const quantity of ['98', before]) {
        await grid.choose(4, 'quantity')
        await grid.type(quantity)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect.poll(() => page.getByText('1 row is saved.').count()).toBeGreaterThan(0)
        await expect.poll(() => notice.count()).toBe(0)
      }
    })

    it('waits with saving for the date that follows from the typed one', detail, async () => {
      const order = { reference: 'MO-follow', operation: 'Make Cockpit', quantity: 20, status: 'approved' }
      const body = [{ ...order, startdate: '2030-03-04T08:00:00' }]
      await web.server.request('POST', '/api/input/manufacturingorder/', { as: 'admin', body })
      const ends = (): Promise<unknown> => values('manufacturingorder', 'enddate', 'reference=MO-follow')
      const before = await ends()
      await using screen = await open('manufacturingorder?reference=MO-follow')
      const { page, grid } = screen
      const asked = Promise.withResolvers<void>()
      const saved = Promise.withResolvers<void>()
      await page.route('**/api/orderdates/**', async (route) => {
        asked.resolve()
        await saved.promise
        await route.continue()
      })
      await grid.choose(0, 'startdate')
      await grid.type('2030-03-06 08:00')
      await asked.promise
      await page.keyboard.press('Control+s')
      await page.locator('button[data-loading]', { hasText: 'Save' }).waitFor()
      saved.resolve()
      await page.getByText('1 row is saved.').first().waitFor()
      expect(await values('manufacturingorder', 'startdate', 'reference=MO-follow')).toEqual([
        '2030-03-06T08:00:00',
      ])
      expect(await ends()).not.toEqual(before)
      expect(await page.getByRole('region', { name: 'Changes that are not saved' }).count()).toBe(0)
    })

    it('moves the ends of orders with the starts that are pasted, unless both are', detail, async () => {
      const body = ['MO-paste-1', 'MO-paste-2'].map((reference) => ({
        reference,
        operation: 'Make Cockpit',
        quantity: 20,
        status: 'approved',
        startdate: '2030-03-04T08:00:00',
      }))
      await web.server.request('POST', '/api/input/manufacturingorder/', { as: 'admin', body })
      await using screen = await open('manufacturingorder?reference__startswith=MO-paste&ordering=reference')
      const { page, grid } = screen
      const before = await grid.text(0, 'enddate')
      const paste = async (text: string): Promise<void> => {
        await grid.choose(0, 'startdate')
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
        await page.keyboard.press('Control+v')
      }
      await paste('2030-03-06 08:00\n2030-03-07 08:00')
      await expect
        .poll(async () => (await grid.text(0, 'enddate')).slice(0, 10) > before.slice(0, 10))
        .toBe(true)
      await page.getByText('4 cells changed').waitFor()
      await page.getByRole('button', { name: 'Discard' }).click()
      await paste('2030-03-06 08:00\t2030-03-20 08:00')
      await page.getByText('2 cells changed').waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('1 row is saved.').first().waitFor()
      expect(await values('manufacturingorder', 'enddate', 'reference=MO-paste-1')).toEqual([
        '2030-03-20T08:00:00',
      ])
    })

    it(
      'says that others have changed records since, keeps unsaved edits, and reads the list again',
      detail,
      async () => {
        await using screen = await open('customer?ordering=name')
        const { page, grid } = screen
        const name = await grid.text(0, 'name')
        await grid.choose(1, 'description')
        await grid.type('mine')
        const outdated = page.getByText('Records of this list have changed since it was read.')
        const read = page.waitForResponse((response) => response.request().method() === 'HEAD')
        const look = (): Promise<void> => page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
        await look()
        await read
        expect(await outdated.count()).toBe(0)
        const path = `/api/input/customer/${encodeURIComponent(name)}/`
        await web.server.request('PATCH', path, { as: 'admin', body: { description: 'theirs' } })
        await expect.poll(() => look().then(() => outdated.count())).toBe(1)
        await outdated.getByRole('button', { name: 'Refresh' }).click()
        await expect.poll(() => grid.text(0, 'description')).toBe('theirs')
        expect(await grid.text(1, 'description')).toBe('mine')
        await outdated.waitFor({ state: 'detached' })
        let checks = 0
        page.on('response', (response) => {
          if (response.request().method() === 'HEAD') checks += 1
        })
        /** Waits for two checks: the second one starts when the result of the first is known. */
        const checked = async (): Promise<void> => {
          const before = checks
          await expect.poll(() => look().then(() => checks)).toBeGreaterThanOrEqual(before + 2)
        }
        await checked()
        // Own changes are no news.
        await page.keyboard.press('Control+s')
        await page.getByText('1 row is saved.').first().waitFor()
        await checked()
        expect(await outdated.count()).toBe(0)
        // They do not hide those of others.
        await web.server.request('PATCH', path, { as: 'admin', body: { description: 'theirs again' } })
        await grid.choose(1, 'description')
        await grid.type('mine again')
        await page.keyboard.press('Control+s')
        await outdated.waitFor()
        await page.getByText('1 cell changed').waitFor({ state: 'detached' })
        await checked()
        expect(await outdated.count()).toBe(1)
        // In another order the list is read again.
        await page.locator('.ag-header-cell[col-id="name"]').click()
        await outdated.waitFor({ state: 'detached' })
        await checked()
        expect(await outdated.count()).toBe(0)
        const list = '/api/input/customer/'
        await web.server.request('POST', list, { as: 'admin', body: { name: 'zz new' } })
        await expect.poll(() => look().then(() => outdated.count())).toBe(1)
        await outdated.getByRole('button', { name: 'Refresh' }).click()
        await outdated.waitFor({ state: 'detached' })
        await checked()
        await web.server.request('DELETE', `${list}zz%20new/`, { as: 'admin' })
        await expect.poll(() => look().then(() => outdated.count())).toBe(1)
      },
    )

    it(
      'takes yes and no by a key, and goes along the row by Tab while values are typed',
      detail,
      async () => {
        await using screen = await open('calendarbucket')
        const { page, grid } = screen
        const ticks = (column: string) => grid.cell(0, column).locator('.g-value')
        const days = ['monday', 'tuesday', 'wednesday', 'thursday']
        await grid.choose(0, days[0]!)
        for (const key of ['n', '0', 'q', 'N']) {
          await page.keyboard.press(key)
          await page.keyboard.press('Tab')
        }
        expect(await grid.focus()).toBe('friday 0')
        await page.getByText('3 cells changed').waitFor()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('y')
        expect(await grid.focus()).toBe('thursday 0')
        await page.getByText('2 cells changed').waitFor()
        await page.keyboard.press(' ')
        await page.getByText('3 cells changed').waitFor()
        expect(await ticks('wednesday').count()).toBe(1)
        // After moving without editing, Tab leaves the grid.
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate<boolean>(`document.activeElement?.closest('[role="grid"]') === null`),
        ).toBe(true)
        await page.getByRole('button', { name: 'Discard' }).click()
      },
    )

    it('reads dates as people write them, and picks records while one types', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await grid.choose(2, 'due')
      await grid.type('2027-02-28')
      await grid.choose(2, 'item')
      await page.keyboard.type('e-cargo')
      await page
        .getByRole('option', { name: /E-Cargo/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      expect(await grid.text(2, 'due')).toBe('2027-02-28')
      await expect.poll(() => grid.text(2, 'item')).toMatch(/^E-Cargo/)
      await page.getByRole('button', { name: 'Discard' }).click()
    })

    it('saves nothing while a cell is wrong, and leads to it', async () => {
      await using screen = await open('demand', { expected: refused })
      const { page, grid } = screen
      await grid.choose(5, 'quantity')
      await grid.type('many')
      await grid.type('12')
      await page.getByText('1 error', { exact: true }).waitFor()
      expect(await grid.cell(5, 'quantity').getAttribute('aria-invalid')).toBe('true')
      // Whoever types at once corrects the cell that saving leads to, and no other.
      await page.evaluate(pressAtOnce({ key: 's', ctrlKey: true }, { key: '1' }))
      await grid.type('1')
      expect(await grid.text(5, 'quantity')).toBe('11')
      // Only the service can detect the next error.
      await grid.choose(6, 'item')
      await page.keyboard.type('No such thing at all')
      await page.getByText('Create “No such thing at all” …').waitFor()
      // Creating it is a choice, and not what Enter does.
      await page.keyboard.press('Enter')
      expect(await page.getByRole('dialog').count()).toBe(0)
      await grid.cell(6, 'item').getByText('No such thing at all').waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('Nothing has been saved yet').waitFor()
      await expect.poll(() => grid.focus()).toBe('item 6')
      expect(await values('demand', 'quantity', 'limit=1&offset=5')).not.toEqual([11])
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+s')
      await page.getByText('2 rows are saved.').first().waitFor()
    })

    it('shows what both have changed when somebody else was faster', detail, async () => {
      await using screen = await open('demand', { expected: refused })
      const { page, grid } = screen
      const key = await grid.text(8, 'name')
      await grid.choose(8, 'quantity')
      await grid.type('5')
      await web.server.request('PATCH', `/api/input/demand/${encodeURIComponent(key)}/`, {
        body: { quantity: 77 },
      })
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('77').waitFor()
      await dialog.getByText(/^admin · .+ · over the API$/).waitFor()
      await dialog.getByRole('radio', { name: '77' }).check()
      await dialog.getByRole('button', { name: 'Resolve and save' }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await grid.text(8, 'quantity')).toBe('77')
    })

    it('drops the row of a record that somebody else has deleted', detail, async () => {
      await web.server.request('POST', '/api/input/skill/', { body: [{ name: 'gone' }, { name: 'stays' }] })
      await using screen = await open('skill?name__in=gone,stays', { expected: refused })
      const { page, grid } = screen
      await grid.choose(0, 'source')
      await grid.type('one')
      await grid.type('two')
      await web.server.request('DELETE', '/api/input/skill/gone/')
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('This record was deleted. Your changes to it are dropped.').waitFor()
      await dialog.getByText(/^admin · .+ · over the API$/).waitFor()
      await dialog.getByRole('button', { name: 'Resolve and save' }).click()
      await page.getByText('1 row is saved.').first().waitFor()
      await expect
        .poll(() => page.locator('.ag-row .ag-cell[col-id="name"]').allInnerTexts())
        .toEqual(['stays'])
      expect(await values('skill', 'source', 'name=stays')).toEqual(['two'])
    })

    it('asks before one leaves with edits', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await grid.choose(9, 'quantity')
      await grid.type('3')
      await page.getByRole('link', { name: 'Items' }).first().click()
      await page.getByRole('button', { name: 'Stay here' }).click()
      expect(await grid.text(9, 'quantity')).toBe('3')
      await page.getByRole('link', { name: 'Items' }).first().click()
      await page.getByRole('button', { name: 'Discard them' }).click()
      await page.getByRole('heading', { name: 'Items' }).waitFor()
    })
  })

  describe('the clipboard', () => {
    it('pastes 1,000 rows of 10 cells after showing what that makes, and saves them', detail, async () => {
      await using screen = await open('customer')
      const { page, grid } = screen
      const columns = ['name', 'description', 'category', 'subcategory', 'owner', 'source']
      const lines = Array.from({ length: 1000 }, (_, row) =>
        columns.map((column) => (column === 'owner' ? '' : `${column} ${row}`)).join('\t'),
      )
      await grid.choose(0, 'name')
      await grid.paste(`${columns.join('\t')}\n${lines.join('\n')}`)
      const dialog = page.getByRole('dialog')
      await dialog
        .getByText(/new rows?/)
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: 'Paste' }).click()
      await page
        .getByText(/\d+ new rows/)
        .first()
        .waitFor()
      await page.keyboard.press('Control+s')
      await page
        .getByText(/rows are saved/)
        .first()
        .waitFor()
      expect(await values('customer', 'name', 'name=name 999')).toEqual(['name 999'])
    })

    it('pastes into the records whose keys are pasted, and into no other one', detail, async () => {
      await using screen = await open('supplier')
      const { page, grid } = screen
      const [first, second] = [await grid.text(0, 'name'), await grid.text(1, 'name')]
      await grid.choose(0, 'name')
      await grid.paste(`Name\tDescription\n${second}\tof the second\nNewly found\tof a new one`)
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Rows are matched by Name. Those that are not in this list are added.').waitFor()
      await dialog.getByRole('button', { name: 'Paste' }).click()
      await page.getByText('1 new row').first().waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('2 rows are saved.').first().waitFor()
      expect(await values('supplier', 'description', `name=${encodeURIComponent(second)}`)).toEqual([
        'of the second',
      ])
      expect(await values('supplier', 'description', `name=${encodeURIComponent('Newly found')}`)).toEqual([
        'of a new one',
      ])
      expect(await values('supplier', 'description', `name=${encodeURIComponent(first)}`)).not.toEqual([
        'of the second',
      ])
    })

    it(
      'pastes into the records whose generated keys are pasted, and adds rows without a key',
      detail,
      async () => {
        await using screen = await open('operationmaterial?ordering=id')
        const { page, grid } = screen
        const [first, , third] = await values('operationmaterial', 'id', 'ordering=id&limit=3')
        const [kept] = await values('operationmaterial', 'quantity', `id=${String(first)}`)
        await grid.choose(0, 'quantity')
        await grid.paste(`Id\tQuantity\n${String(third)}\t-7.5\n999999999\t-8\n\t-9\n${String(third)}\t-6.5`)
        const dialog = page.getByRole('dialog')
        for (const text of [
          '1 row is changed',
          '1 new row',
          '1 row is skipped: its value of Identifier is not in this list.',
          '1 row is skipped: a later row has the same key.',
        ])
          await dialog.getByText(text, { exact: true }).waitFor()
        await dialog.getByRole('button', { name: 'Paste' }).click()
        await page.keyboard.press('Control+z')
        await grid.choose(0, 'quantity')
        await grid.paste(`Id\tQuantity\n${String(third)}\t-6.5`)
        await dialog.getByRole('button', { name: 'Paste' }).click()
        await page.keyboard.press('Control+s')
        await page.getByText('1 row is saved.').first().waitFor()
        expect(await values('operationmaterial', 'quantity', `id=${String(third)}`)).toEqual([-6.5])
        expect(await values('operationmaterial', 'quantity', `id=${String(first)}`)).toEqual([kept])
      },
    )

    it('copies a range as spreadsheets read it, and pastes it elsewhere', detail, async () => {
      await using screen = await open('demand')
      const { page, grid } = screen
      await grid.choose(10, 'quantity')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Control+c')
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied.split('\n').map((line) => line.split('\t').length)).toEqual([2, 2])
      await grid.choose(14, 'quantity')
      await page.keyboard.press('Control+v')
      await page.getByText(/cells? changed/).waitFor()
      expect(await grid.text(14, 'quantity')).toBe(await grid.text(10, 'quantity'))
      await grid.choose(14, 'quantity')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+d')
      expect(await grid.text(16, 'quantity')).toBe(await grid.text(10, 'quantity'))
      await page.getByRole('button', { name: 'Discard' }).click()
    })
  })

  describe('many records', () => {
    it('changes all that match after counting them', detail, async () => {
      await using screen = await open('demand?name__startswith=SO-1091')
      const { page } = screen
      await page.locator('.g-check-all').click()
      await page.getByRole('button', { name: 'Bulk edit' }).last().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: /All 12 rows that match/ }).check()
      await dialog.getByRole('combobox', { name: 'Field' }).click()
      await page.getByRole('option', { name: 'Priority' }).click()
      await dialog.getByRole('textbox', { name: 'New value' }).fill('3')
      await dialog.getByRole('button', { name: /Count the changes/ }).click()
      await dialog.getByRole('button', { name: /^Change \d+ record/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(new Set(await values('demand', 'priority', 'name__startswith=SO-1091'))).toEqual(new Set([3]))
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await values('demand', 'priority', 'name__startswith=SO-1091')).not.toContain(3)
    })

    it('changes all rows of a list without a filter, to the date that a word means', detail, async () => {
      const count = (await values('calendarbucket', 'id')).length
      await using screen = await open('calendarbucket')
      const { page } = screen
      await page.locator('.g-check-all').waitFor()
      await page.getByRole('button', { name: 'Bulk edit' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: `All ${count} rows of the list` }).check()
      await dialog.getByRole('combobox', { name: 'Field' }).click()
      await page.getByRole('option', { name: 'End date' }).click()
      await dialog.getByRole('textbox', { name: 'New value' }).fill('today+900')
      await dialog.getByRole('button', { name: `Count the changes of ${count} records` }).click()
      const outcome = dialog.getByText(/^Of \d+ records/)
      await outcome.waitFor()
      expect(await outcome.innerText()).toContain(`Of ${count} records ${count} would change`)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    it('says what goes with records before it deletes them', detail, async () => {
      await using screen = await open('item?name=City 7 red')
      const { page, grid } = screen
      await grid.cell(0, '#check').locator('input').click()
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('These depend on them and are deleted too:').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await values('item', 'name', 'name=City 7 red')).toEqual(['City 7 red'])
    })
  })
})
