import { afterAll, beforeAll, describe, it } from 'vitest'
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  startWeb,
  type Web,
} from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { screens } from './screens.ts'

describeWeb('every screen', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    it.each(screens)('is accessible and quiet: $name', async ({ path, as = 'admin', ready, strict }) => {
      await using screen = await web.open(path, { as, scheme })
      await settled(screen.page)
      if (ready !== undefined) await screen.page.locator(ready).first().waitFor()
      await expectAccessible(screen.page, { level: strict === true ? 'any' : 'serious' })
    })
  })

  it.each(screens)('is no wider than a phone: $name', async ({ path, as = 'admin', ready }) => {
    await using screen = await web.open(path, { as, width: 390, height: 844 })
    await settled(screen.page)
    if (ready !== undefined) await screen.page.locator(ready).first().waitFor()
    await expectNoSidewaysScroll(screen.page)
  })
})
