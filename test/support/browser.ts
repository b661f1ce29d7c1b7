/**
 * A real Chromium in front of a real server and database. What the browser complains about (errors of scripts, breaches
 * of the content security policy) fails the test at the end of the page.
 *
 *     describeWeb('signing in', () => {
 *       it('…', async () => {
 *         await using web = await startWeb()
 *         await using screen = await web.open('/app/default/', { as: 'planner' })
 *         await screen.page.getByRole('heading', { name: 'Start' }).waitFor()
 *       })
 *     })
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe, expect, onTestFailed, TestRunner } from 'vitest'
import { ensureBuilt } from './build-web.ts'
import {
  launchBrowser,
  openContext,
  type OpenOptions,
  openPage,
  openScreen,
  type Screen,
} from './browser-window.ts'
import { findChromium } from './chromium.ts'
import { startWebServer, type WebServer, type WebServerOptions } from './web-server.ts'

if (findChromium() === undefined) {
  console.warn('There is no Chromium: tests of the web UI are skipped (see scripts/install-chromium.mjs).')
}

/** A suite that needs a browser; skipped where there is none. */
const withBrowser = { skip: findChromium() === undefined }

export const describeWeb = (name: string, suite: () => void): void => {
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback
  describe(name, withBrowser, suite)
}

/** A window whose closing fails when the browser has complained. */
export interface WatchedScreen extends Screen, AsyncDisposable {}

export interface Web extends AsyncDisposable {
  readonly server: WebServer
  readonly browser: Browser
  /** Opens a path in a browser window of its own, with cookies of its own. */
  open(path: string, options?: OpenOptions): Promise<WatchedScreen>
  /** Opens it as `open` does, beside what the same user has open: with the same cookies, and what was loaded is kept. */
  openBeside(path: string, options?: OpenOptions): Promise<WatchedScreen>
}

/** Runs in the page: where the keyboard stands, and the words on the screen, dialogs and notices first. */
const lookOf = `(() => {
  const { activeElement } = document
  const focused = activeElement?.outerHTML.slice(0, 200) ?? 'nothing'
  const parts = [...document.querySelectorAll('[role=dialog], [role=alert], [role=status]'), document.body]
  const words = parts.map((part) => part.innerText.replaceAll(/\\s+/g, ' ').slice(0, 1500)).filter((text) => text !== '')
  return [location.href, 'focus: ' + focused, ...words].join('\\n')
})()`

/** Adds what a page showed when it was closed to the failure of the test that runs now: it may only fail where nobody watches. */
function printOnFailure(page: Page): () => Promise<void> {
  let shown = ''
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFailed(({ task }) => {
      const error = task.result?.errors?.at(-1)
      if (error !== undefined) error.message += `\nThe page when it was closed: ${shown}`
    })
  return async () => {
    shown = await page.evaluate<string>(lookOf).catch(String)
  }
}

let launched: Promise<Browser> | undefined

/** The browser of all test files of this process, which ends with it: only windows and cookies are of a test's own. */
async function browserOfProcess(): Promise<Browser> {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  launched = launchBrowser()
  return launched
}

/** Starts a server, and a browser where none runs yet; a suite shares them (`beforeAll`). */
export async function startWeb(options: WebServerOptions = {}): Promise<Web> {
  ensureBuilt()
  const [server, browser] = await Promise.all([startWebServer(options), browserOfProcess()])
  const opened = new Set<BrowserContext>()
  const shared = new Map<string, Promise<BrowserContext>>()
  return {
    server,
    browser,
    open: async (path, given) => {
      const screen = await openScreen(browser, server.url, path, given)
      opened.add(screen.context)
      const look = printOnFailure(screen.page)
      return {
        ...screen,
        [Symbol.asyncDispose]: async () => {
          await look()
          await screen.context.close()
          opened.delete(screen.context)
          expect(screen.problems, 'what the browser complains about').toEqual([])
        },
      }
    },
    openBeside: async (path, { expected, ...who } = {}) => {
      const key = JSON.stringify(who)
      const context = shared.get(key) ?? openContext(browser, server.url, who)
      shared.set(key, context)
      const screen = await openPage(await context, path, expected)
      const look = printOnFailure(screen.page)
      return {
        ...screen,
        [Symbol.asyncDispose]: async () => {
          await look()
          await screen.page.close()
          expect(screen.problems, 'what the browser complains about').toEqual([])
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      const contexts = [...opened, ...(await Promise.all(shared.values()))]
      await Promise.all(contexts.map((context) => context.close()))
      await server[Symbol.asyncDispose]()
    },
  }
}

export interface AccessibilityOptions {
  /** Faults that count: all of them, or only what axe calls serious and critical. */
  readonly level?: 'any' | 'serious'
  /** Selectors of what is judged elsewhere. */
  readonly except?: readonly string[]
  /** Only what depends on colours: for a screen of which all else has been judged in others. */
  readonly colours?: boolean
}

/** Rules of axe whose answer depends on the colours of a screen. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails with what breaks the rules of WCAG 2.2 AA. */
export async function expectAccessible(
  page: Page,
  { level = 'serious', except = [], colours = false }: AccessibilityOptions = {},
): Promise<void> {
  // What passes is not wanted: describing it takes longer than finding the faults.
  let axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (colours) axe = axe.withRules(colourRules)
  else {
    axe = axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Dialogs have a header of their own, which the rules take for one of the page.
    axe = axe.disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
  }
  for (const selector of except) axe = axe.exclude(selector)
  // Otherwise it opens a window of its own for the end of its work.
  const { violations } = await axe.setLegacyMode().analyze()
  const counting = violations.filter(
    ({ impact }) => level === 'any' || impact === 'serious' || impact === 'critical',
  )
  const told = counting.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ''}`,
    ),
  )
  expect(told, `accessibility of ${page.url()}`).toEqual([])
}

interface Measured {
  readonly wide: number
  readonly window: number
  readonly culprits: readonly string[]
}

/** Runs in the page. What scrolls by itself, such as a grid, may be as wide as it likes. */
const measure = `(() => {
  const limit = document.documentElement.clientWidth
  const main = document.querySelector('#main')
  const scrolls = (element) => {
    for (let node = element.parentElement; node !== null && node !== main; node = node.parentElement) {
      if (getComputedStyle(node).overflowX !== 'visible') return true
    }
    return false
  }
  return {
    wide: Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0),
    window: limit,
    culprits: [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return (left < -1 || right > limit + 1) && !scrolls(element)
      })
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120)),
  }
})()`

/** Fails when the page stays wider than the window: some of it is laid out anew a moment after the window has changed. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = async (): Promise<string> => {
    const { wide, window, culprits } = await page.evaluate<Measured>(measure)
    return wide <= window ? '' : `${wide} pixels instead of ${window}: ${culprits.join('\n')}`
  }
  await expect.poll(tooWide, { timeout: 5_000 }).toBe('')
}

/**
 * Runs in the page. Text is clipped where it reaches beyond the nearest box around it that hides what does not fit;
 * boxes that can be scrolled show it, and data may end in an ellipsis, but no word of the interface (in the
 * pseudo-languages those end in waves).
 */
const clipped = `(() => {
  const hides = (value) => value === 'hidden' || value === 'clip'
  const rolls = (value) => value === 'auto' || value === 'scroll'
  const told = 'button, [role="button"], [role="tab"], label, legend, h1, h2, h3, th, dt'
  const faults = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim()
    const owner = node.parentElement
    if (text === '' || owner === null || !owner.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue
      let across = true
      let along = true
      for (let box = owner; box !== null && box !== document.body && (across || along); box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.position === 'fixed') break
        if (rolls(style.overflowX)) across = false
        if (rolls(style.overflowY)) along = false
        if (!hides(style.overflowX) && !hides(style.overflowY)) continue
        const edge = box.getBoundingClientRect()
        // Only for those who hear the page.
        if (edge.width <= 2 || edge.height <= 2) break
        const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (shortened && (owner.closest(told) === null || !text.includes('~'))) break
        const wide = across && hides(style.overflowX) && (rect.right > edge.right + 1.5 || rect.left < edge.left - 1.5)
        const high = along && hides(style.overflowY) && (rect.bottom > edge.bottom + 3 || rect.top < edge.top - 3)
        if (!wide && !high) continue
        faults.push(text.slice(0, 60) + ' in ' + box.tagName.toLowerCase() + '.' + String(box.className).slice(0, 80))
        across = along = false
      }
    }
  }
  return [...new Set(faults)]
})()`

/** Fails with the texts that are cut off once the page has found its place in the window. */
export async function expectNoClippedText(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate<readonly string[]>(clipped), {
      message: `clipped text on ${page.url()}`,
      timeout: 5_000,
    })
    .toEqual([])
}
