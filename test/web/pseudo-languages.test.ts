/**
 * Tests screens with texts that are 40 % longer or written from right to left: no text is cut off, and no screen is
 * wider than a phone. This is a sample, because all screens together take minutes: `npm run test:words` tests all of
 * them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeWeb,
  expectNoClippedText,
  expectNoSidewaysScroll,
  startWeb,
  type Web,
} from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { scale } from '../support/scale.ts'
import { screens } from './screens.ts'

/** One of this many screens is tested. */
const share = scale({ short: 5, full: 1 })

describeWeb('screens in long words from right to left', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it.each(screens.filter((_, index) => index % share === 0))(
    'shows them whole: $name',
    async ({ path, as = 'admin', ready, expected }) => {
      await using screen = await web.openBeside(path, {
        as,
        language: 'ar-xb',
        ...(expected && { expected }),
      })
      const { page } = screen
      await settled(page)
      if (ready !== undefined) await page.locator(ready).first().waitFor()
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      await expectNoClippedText(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate<number>('innerWidth')).toBe(390)
      await expectNoSidewaysScroll(page)
      await expectNoClippedText(page)
    },
  )
})
