/** Tests that dialogs keep the focus while they are open, and return it when they close. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

/** Runs in the page: returns whether the focus is in a dialog. */
const isInDialog = `document.activeElement?.closest('[role="dialog"]') !== null`

describeWeb('the keyboard', () => {
  /** A wholesaler. */
  let web: Web
  /** Machines that work round the clock. */
  let shop: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
    shop = await startWeb({ dataset: 'jobshop_demo', inUse: true })
  })
  afterAll(async () => {
    await web[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })

  it.each([
    ['a drawer', () => web, '/app/default/exceptions?group=excess', /^Details: /, false],
    ['a dialog', () => shop, '/app/default/reports/resource/Band%20saw', /^Down until/, false],
    ['a dialog of a form', () => web, '/app/admin/scenarios', /^Copy$/, false],
    ['a dialog of a menu item', () => web, '/app/admin/scenarios', /^More for Production/, true],
  ] as const)(
    'stays in %s, and returns to what has opened it',
    detail,
    async (_name, of, path, name, isMenu) => {
      await using screen = await of().open(path)
      const { page } = screen
      await settled(page)
      const opener = page.getByRole('button', { name }).first()
      await opener.focus()
      await page.keyboard.press('Enter')
      if (isMenu) await page.getByRole('menuitem').first().press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor()
      await expect.poll(() => page.evaluate<boolean>(isInDialog)).toBe(true)
      for (let tab = 0; tab < 12; tab += 1) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate<boolean>(isInDialog)).toBe(true)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true)
    },
  )

  it(
    'reaches the unsaved safety stocks from the check box of a class, and saves them as a proposal',
    detail,
    async () => {
      await using screen = await web.open('/app/default/safetystock')
      const { page } = screen
      const box = page.getByRole('checkbox', { name: 'Select all of A' })
      await box.focus()
      await page.keyboard.press('Space')
      const tray = page.getByRole('region', { name: 'Changes not saved yet' })
      await tray.waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('To the unsaved changes')
      await page.keyboard.press('Enter')
      await expect.poll(() => tray.evaluate((region) => region.matches(':focus'))).toBe(true)
      const propose = tray.getByRole('button', { name: 'Save as proposal' })
      for (let tab = 0; tab < 4 && !(await propose.evaluate((one) => one.matches(':focus'))); tab += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const title = page.getByRole('dialog').getByLabel('Title')
      await expect.poll(() => title.evaluate((one) => one.matches(':focus'))).toBe(true)
      await page.keyboard.press('Enter')
      await page
        .getByText(/^Saved as proposal \d+/)
        .first()
        .waitFor()
    },
  )

  it.each([
    [
      'remedies in a drawer',
      () => web,
      '/app/default/exceptions',
      'Remedies: CO-20171',
      'Remedies, the best first',
      1,
    ],
    [
      'remedies in a tab',
      () => web,
      '/app/default/data/demand/CO-20393/plan',
      'Remedies',
      'Remedies, the best first',
      3,
    ],
    [
      'overtime',
      () => shop,
      '/app/default/reports/resource/Cylindrical%20grinder',
      'Add overtime',
      'Overtime, the most effective first',
      1,
    ],
  ] as const)('accepts the best of the %s', detail, async (_name, of, path, opener, title, tabs) => {
    await using screen = await of().open(path)
    const { page } = screen
    await settled(page)
    const role = title.startsWith('Remedies') && path.endsWith('/plan') ? 'tab' : 'button'
    await page.getByRole(role, { name: opener, exact: true }).focus()
    await page.keyboard.press('Enter')
    const best = page.getByRole('list', { name: title }).getByRole('listitem').first()
    await best.getByText('best', { exact: true }).waitFor()
    const accept = best.getByRole('button', { name: 'Accept' })
    let pressed = 0
    for (; pressed < 12 && !(await accept.evaluate((one) => one.matches(':focus'))); pressed += 1)
      await page.keyboard.press('Tab')
    expect(pressed).toBeLessThanOrEqual(tabs)
    await page.keyboard.press('Enter')
    await page.getByText('Saved in the plan').first().waitFor()
  })

  it('keeps its place when the search ends that the focused button stops', detail, async () => {
    await using screen = await web.open('/app/default/exceptions')
    const { page } = screen
    const focused = Promise.withResolvers<void>()
    await page.route('**/remedies/**', async (route) => {
      await focused.promise
      await route.continue()
    })
    const opener = page.getByRole('button', { name: /^Remedies: / })
    await opener.first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel the search' }).focus()
    focused.resolve()
    const best = dialog.getByRole('article').first()
    await best.waitFor()
    await expect.poll(() => best.evaluate((card) => card.matches(':focus'))).toBe(true)
  })

  it('saves a view of a list', detail, async () => {
    await using screen = await web.open('/app/default/data/demand?status=open')
    const { page } = screen
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Views' }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Save as a view …' })
    await item.waitFor()
    for (let down = 0; down < 5 && !(await item.evaluate((one) => one.matches(':focus'))); down += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog').getByLabel('Name')
    await expect.poll(() => name.evaluate((one) => one.matches(':focus'))).toBe(true)
    await page.keyboard.type('Open ones')
    await page.keyboard.press('Enter')
    await page.getByText('The view “Open ones” is saved.').first().waitFor()
    const button = page.getByRole('button', { name: 'Open ones' })
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true)
  })
})
