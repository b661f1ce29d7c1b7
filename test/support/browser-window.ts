/**
 * Opens windows of a Chromium browser, each with its own cookies and a signed-in user, and records errors and
 * warnings of the browser. Independent of the test framework, because the screenshot script uses it too.
 */
import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { goodPassword } from './good-password.ts'

export interface OpenOptions {
  readonly password?: string
  /** Name of the signed-in user; null for none. By default the superuser `admin`. */
  readonly as?: string | null
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Language of the browser, such as `de`; `en-xa` and `ar-xb` are the pseudo-languages. */
  readonly language?: string
  /** IANA time zone of the browser; by default that of the machine. */
  readonly timeZone?: string
  readonly reducedMotion?: boolean
  /** Errors and warnings of the browser that the test expects. */
  readonly expected?: readonly RegExp[]
}

export interface Screen {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the browser so far. */
  readonly problems: readonly string[]
}

export interface WatchedPage extends Screen {
  /** Ends the recording of errors and warnings. */
  readonly unwatch: () => void
}

/**
 * Pages of tests live for a few seconds, in which the optimizing compilers of V8 take a quarter of the processor time of
 * a page and return little.
 */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan'

export interface LaunchOptions {
  /** Whether pages are too short-lived for optimized code. */
  readonly shortLived?: boolean
}

/** Throws if no browser is installed. */
export async function launchBrowser({ shortLived = false }: LaunchOptions = {}): Promise<Browser> {
  const path = findChromium()
  if (path === undefined) throw new Error('There is no Chromium.')
  // Containers have a small /dev/shm, and root cannot use the sandbox.
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      ...(shortLived ? [withoutOptimizing] : []),
    ],
  })
}

/** Where others keep the processors busy pages are slow, and a repeated test takes longer than a patient one. */
const actionTimeoutMs = 60_000

/** Pseudo-languages are selected by cookie, because browsers do not support them. */
const pseudo: ReadonlySet<string> = new Set(['en-xa', 'ar-xb'])

/** Opens a path in a new window; resolves once it is loaded. */
export async function openScreen(
  browser: Browser,
  url: string,
  path: string,
  options: OpenOptions = {},
): Promise<Screen> {
  const context = await openContext(browser, url, options)
  return showPath(await context.newPage(), path, options.expected)
}

/** Opens a browser context with its own cookies and cache, and signs in. */
export async function openContext(
  browser: Browser,
  url: string,
  options: OpenOptions = {},
): Promise<BrowserContext> {
  const { as = 'admin', width = 1440, height = 900, scheme = 'light', language = 'en' } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    locale: pseudo.has(language) ? 'en' : language,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(actionTimeoutMs)
  if (pseudo.has(language)) await context.addCookies([{ name: 'language', value: language, url: url }])
  if (as !== null) {
    const answer = await context.request.post('/login/', {
      data: { username: as, password: options.password ?? goodPassword },
    })
    if (!answer.ok()) throw new Error(`${as} could not sign in: ${answer.status()}`)
  }
  return context
}

/** Loads a path in a window; resolves once it is loaded. */
export async function showPath(
  page: Page,
  path: string,
  expected: readonly RegExp[] = [],
): Promise<WatchedPage> {
  const problems: string[] = []
  const add = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`${message.type()}: ${message.text()} ${message.location().url}`)
  }
  const onError = (error: Error): void => add(`error: ${error.stack ?? error.message}`)
  page.on('console', onConsole).on('pageerror', onError)
  await page.goto(path)
  const unwatch = (): void => {
    page.off('console', onConsole).off('pageerror', onError)
  }
  return { page, context: page.context(), problems, unwatch }
}

/** Waits until a screen shows its title, its texts and its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  // Playwright would evaluate a polling function in the page, which the content security policy forbids.
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('load')
}
