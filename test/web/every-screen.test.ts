import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { type Screen, settled } from '../support/browser-window.ts'
import { screens } from './screens.ts'

/** Returns the route of a path: all lists of entities have one route, and so have reports and keys of reports. */
const routeOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/app\/(default|scenario\d)\//, '/app/:scenario/')
    .replace(/\/data\/[^/]+/, '/data/:entity')
    .replace(/\/reports\/(?!problems|constraints|comparison)[^/]+(\/.+)?$/, (_, key?: string) =>
      key === undefined ? '/reports/:report' : '/reports/:report/:key',
    )

/**
 * Screens that are tested in the dark scheme: the first screen of each route, and screens with colors of their own.
 */
const inDark: ReadonlySet<string> = new Set(
  [...Map.groupBy(screens, ({ path }) => routeOf(path)).values()].flatMap(([first, ...others]) =>
    [...(first === undefined ? [] : [first]), ...others.filter(({ coloured }) => coloured)].map(
      ({ name }) => name,
    ),
  ),
)

/** A window that stays open from one screen to the next. */
interface Kept extends Screen {
  /** Route of the current screen. */
  route: string
}

describeWeb('every screen', () => {
  let web: Web
  const kept = new Map<string | null, Kept>()
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  /** Navigates like a click on a link, because starting the application takes longer than testing a screen. */
  async function visit(path: string, as: string | null): Promise<Screen> {
    const route = routeOf(path)
    const shown = kept.get(as)
    if (shown === undefined) {
      const { page, context, problems } = await web.openBeside(path, { as })
      kept.set(as, { page, context, problems, route })
      return { page, context, problems }
    }
    const { page } = shown
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    const title = await page.locator('main h1, main h2').first().elementHandle()
    if (route === shown.route || title === null) await page.goto(path)
    else {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
      await title.waitForElementState('hidden')
    }
    shown.route = route
    return shown
  }

  it.each(screens)(
    'is accessible in both schemes, quiet, and no wider than a phone: $name',
    async ({ name, path, as = 'admin', ready, strict, expected = [] }) => {
      const before = kept.get(as)?.problems.length ?? 0
      const { page, problems } = await visit(path, as)
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
      const complaints = problems
        .slice(before)
        .filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(complaints, 'what the browser complains about').toEqual([])
    },
  )
})
