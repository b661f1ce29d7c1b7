/** Tests that dialogs keep the focus while they are open, and return it when they close. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'

/** Runs in the page: returns whether the focus is in a dialog. */
const isInDialog = `document.activeElement?.closest('[role="dialog"]') !== null`

describeWeb('the keyboard', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it.each([
    ['a drawer', '/app/default/exceptions?group=excess', /^Details: /, false],
    ['a dialog', '/app/default/reports/resource/Paint%20line', /^Down until/, false],
    ['a dialog of a form', '/app/admin/scenarios', /^Copy$/, false],
    ['a dialog of a menu item', '/app/admin/scenarios', /^More for Production/, true],
  ] as const)('stays in %s, and returns to what has opened it', async (_name, path, name, isMenu) => {
    await using screen = await web.open(path)
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
  })
})
