import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  startWeb,
  type Web,
} from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { screens } from './screens.ts'

/** The route of a path: lists of entities are one, so are reports and keys of reports. */
const routeOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/app\/(default|scenario\d)\//, '/app/:scenario/')
    .replace(/\/data\/[^/]+/, '/data/:entity')
    .replace(/\/reports\/(?!problems|constraints|comparison)[^/]+(\/.+)?$/, (_, key?: string) =>
      key === undefined ? '/reports/:report' : '/reports/:report/:key',
    )

/** Of screens of one route the first stands for the colours of all, beside those that have colours of their own. */
const inDark: ReadonlySet<string> = new Set(
  [...Map.groupBy(screens, ({ path }) => routeOf(path)).values()].flatMap(([first, ...others]) =>
    [...(first === undefined ? [] : [first]), ...others.filter(({ coloured }) => coloured)].map(
      ({ name }) => name,
    ),
  ),
)

describeWeb('every screen', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  // One window for all of it: opening a screen takes longer than judging it.
  it.each(screens)(
    'is accessible in both schemes, quiet, and no wider than a phone: $name',
    async ({ name, path, as = 'admin', ready, strict, expected }) => {
      await using screen = await web.openBeside(path, { as, ...(expected && { expected }) })
      const { page } = screen
      await settled(page)
      if (ready !== undefined) await page.locator(ready).first().waitFor()
      const level = strict === true ? 'any' : 'serious'
      await expectAccessible(page, { level })
      if (inDark.has(name)) {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
        await expectAccessible(page, { level, colours: true })
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate<number>('innerWidth')).toBe(390)
      await expectNoSidewaysScroll(page)
    },
  )
})
