/**
 * Tests all screens at both widths, in both color schemes, in English and in long words from right to left. Here each
 * screen is loaded at one width, in one scheme and one language, so that all combinations occur, and then gets the other
 * width; `npm run test:screens` tests all of each screen.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import {
  describeWeb,
  expectNoClippedText,
  expectNoSidewaysScroll,
  startWeb,
  type Web,
} from '../support/browser.ts'
import { type Screen, settled } from '../support/browser-window.ts'
import { mainCases } from '../support/detail.ts'
import { hasDetails, isFull } from '../support/scale.ts'
import { routeOf, type ScreenCase, screens } from './screens.ts'

const sizes = {
  desktop: { width: 1440, height: 600 },
  phone: { width: 390, height: 844 },
} as const
/** `ar-xb` shows English 40 % longer and from right to left. */
const languages = ['en', 'ar-xb'] as const
const schemes = ['light', 'dark'] as const

const combinations = languages.flatMap((language) =>
  (['desktop', 'phone'] as const).flatMap((size) => schemes.map((scheme) => ({ language, size, scheme }))),
)
type Case = ScreenCase & (typeof combinations)[number]

/**
 * A screen of another state, user or tab of the same route is a detail, because the parts that differ are checked by the
 * tests of the screen.
 */
const tested = mainCases(screens, ({ variant }) => variant !== true)

/** In the order of combinations, because to change the window takes as long as to show a screen. */
const cases: readonly Case[] = combinations.flatMap((combination, place) =>
  tested
    .filter((_, index) => isFull || index % combinations.length === place)
    .map((screen) => Object.assign({}, screen, combination)),
)

/** Cases with the same key share a window. */
const keyOf = ({ as = 'admin', language }: Case): string => JSON.stringify([as, language])

/** A window that stays open from one screen to the next. */
interface Kept {
  readonly screen: Screen
  /** Route of the current screen. */
  route: string
}

describeWeb('every screen', () => {
  let web: Web
  const kept = new Map<string, Kept>()
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  /** Navigates like a click on a link, because starting the application takes longer than testing a screen. */
  async function visit(wanted: Case): Promise<Screen> {
    const { path, as, language, size, scheme } = wanted
    const key = keyOf(wanted)
    const route = routeOf(path)
    const shown = kept.get(key)
    if (shown === undefined) {
      const screen = await web.open(path, {
        ...(as !== undefined && { as }),
        language,
        scheme,
        ...sizes[size],
      })
      kept.set(key, { screen, route })
      return screen
    }
    const { page } = shown.screen
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(sizes[size])
    const title = await page.locator('main h1, main h2').first().elementHandle()
    if (route === shown.route || title === null) await page.goto(path)
    else {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
      await title.waitForElementState('hidden')
    }
    shown.route = route
    return shown.screen
  }

  it.each(cases)(
    'is accessible, whole, quiet, and no wider than a phone: $name ($size, $scheme, $language)',
    async (shown) => {
      const { ready, strict, coloured, scheme, language, size, expected = [] } = shown
      const before = kept.get(keyOf(shown))?.screen.problems.length ?? 0
      const { page, problems } = await visit(shown)
      await settled(page)
      if (ready !== undefined) await page.locator(ready).first().waitFor()
      await schemeIs(page, scheme)
      const level = strict === true ? 'any' : 'serious'
      await expectAccessible(page, { level })
      if (coloured === true && hasDetails && !isFull) {
        const other = scheme === 'light' ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme: other })
        await schemeIs(page, other)
        await expectAccessible(page, { level, colours: true })
      }
      await expectWhole(page, language)
      await expectNoSidewaysScroll(page)
      await resize(page, size === 'desktop' ? 'phone' : 'desktop')
      await expectWhole(page, language)
      await expectNoSidewaysScroll(page)
      const complaints = problems
        .slice(before)
        .filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(complaints, 'what the browser complains about').toEqual([])
    },
  )
})

const schemeIs = (page: Page, scheme: string): Promise<void> =>
  page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()

/** Fails if a text is cut off in long words from right to left. */
async function expectWhole(page: Page, language: Case['language']): Promise<void> {
  if (language === 'en') return
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await expectNoClippedText(page)
}

/** Changes the window to the other size. */
async function resize(page: Page, size: keyof typeof sizes): Promise<void> {
  await page.setViewportSize(sizes[size])
  await expect.poll(() => page.evaluate<number>('innerWidth')).toBe(sizes[size].width)
}
