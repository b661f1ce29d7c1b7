/**
 * Tests with a Chromium browser, a server and a database. Errors and warnings of the browser (script errors,
 * violations of the content security policy) fail the test when the page is closed.
 *
 *     describeWeb('signing in', () => {
 *       it('…', async () => {
 *         await using web = await startWeb()
 *         await using screen = await web.open('/app/default/', { as: 'planner' })
 *         await screen.page.getByRole('heading', { name: 'Start' }).waitFor()
 *       })
 *     })
 */
import type { Browser, Page } from 'playwright-core'
import { describe, expect, onTestFailed, TestRunner } from 'vitest'
import { ensureBuilt } from './build-web.ts'
import { launchBrowser, type OpenOptions, type Screen, showPath } from './browser-window.ts'
import { findChromium } from './chromium.ts'
import { KeptWindows } from './kept-windows.ts'
import { startWebServer, type WebServer, type WebServerOptions } from './web-server.ts'

if (findChromium() === undefined) {
  console.warn('There is no Chromium: tests of the web UI are skipped (see scripts/install-chromium.mjs).')
}

/** Options of suites that need a browser; they are skipped without one. */
const withBrowser = { skip: findChromium() === undefined }

export const describeWeb = (name: string, suite: () => void): void => {
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback
  describe(name, withBrowser, suite)
}

/** A window that fails on disposal if the browser has reported errors or warnings. */
export interface WatchedScreen extends Screen, AsyncDisposable {}

export interface Web extends AsyncDisposable {
  readonly server: WebServer
  readonly browser: Browser
  /** Opens a path in a browser window with its own cookies, which looks new (`kept-windows.ts`). */
  open(path: string, options?: OpenOptions): Promise<WatchedScreen>
}

/** Runs in the page: returns the focused element, and the texts on the screen, dialogs and notices first. */
const lookOf = `(() => {
  const { activeElement } = document
  const focused = activeElement?.outerHTML.slice(0, 200) ?? 'nothing'
  const parts = [...document.querySelectorAll('[role=dialog], [role=alert], [role=status]'), document.body]
  const words = parts.map((part) => part.innerText.replaceAll(/\\s+/g, ' ').slice(0, 1500)).filter((text) => text !== '')
  return [location.href, 'focus: ' + focused, ...words].join('\\n')
})()`

/**
 * Adds the content of a page at its closing to the failure of the current test, because a failure may occur only in
 * unattended runs.
 */
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

/**
 * Returns the browser of all test files of this process, which ends with the process; each test has its own windows
 * and cookies.
 */
async function browserOfProcess(): Promise<Browser> {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  launched = launchBrowser({ shortLived: true })
  return launched
}

/** Starts a server, and a browser if none is running; a suite shares them (`beforeAll`). */
export async function startWeb(options: WebServerOptions = {}): Promise<Web> {
  ensureBuilt()
  const [server, browser] = await Promise.all([startWebServer(options), browserOfProcess()])
  const windows = new KeptWindows(browser, server.url)
  return {
    server: { ...server, database: windows.watched(server.database) },
    browser,
    open: async (path, given = {}) => {
      const page = await windows.take(given)
      const { unwatch, ...screen } = await showPath(page, path, given.expected)
      const look = printOnFailure(page)
      return {
        ...screen,
        [Symbol.asyncDispose]: async () => {
          await look()
          unwatch()
          await windows.giveBack(page)
          expect(screen.problems, 'what the browser complains about').toEqual([])
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      await windows[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

interface Measured {
  readonly wide: number
  readonly window: number
  readonly culprits: readonly string[]
}

/** Runs in the page. Elements with their own scrolling, such as a grid, may be wider than the window. */
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

/**
 * Fails if the page stays wider than the window. It polls, because parts of the page are laid out again shortly after
 * the window has changed.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = async (): Promise<string> => {
    const { wide, window, culprits } = await page.evaluate<Measured>(measure)
    return wide <= window ? '' : `${wide} pixels instead of ${window}: ${culprits.join('\n')}`
  }
  await expect.poll(tooWide, { timeout: 5_000 }).toBe('')
}

/**
 * Runs in the page. Text is clipped if it extends beyond the nearest ancestor that hides overflow. Scrollable
 * ancestors show it, and data may end in an ellipsis, but texts of the interface may not (in the pseudo-languages
 * they end in waves).
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

/** Fails with the texts that are still clipped after the layout of the page has settled. */
export async function expectNoClippedText(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate<readonly string[]>(clipped), {
      message: `clipped text on ${page.url()}`,
      timeout: 5_000,
    })
    .toEqual([])
}
