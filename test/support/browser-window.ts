/**
 * Windows of a real Chromium, each with cookies of its own, somebody signed in, and an ear for what the browser
 * complains about. Knows nothing of tests: the script that takes pictures uses it as well.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { goodPassword } from './good-password.ts'

export interface OpenOptions {
  readonly password?: string
  /** Who is signed in; null = nobody. By default the superuser `admin`. */
  readonly as?: string | null
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Language of the browser, such as `de`; `en-xa` and `ar-xb` are the pseudo-languages. */
  readonly language?: string
  /** IANA zone of the browser; by default that of the machine. */
  readonly timeZone?: string
  readonly reducedMotion?: boolean
  /** Complaints of the browser that belong to the test. */
  readonly expected?: readonly RegExp[]
}

export interface Screen {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser has complained about so far. */
  readonly problems: readonly string[]
}

/** Throws when there is none. */
export async function launchBrowser(): Promise<Browser> {
  const path = findChromium()
  if (path === undefined) throw new Error('There is no Chromium.')
  // Containers have a small /dev/shm, and root may not use the sandbox.
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** Pseudo-languages are chosen by cookie; no browser speaks them. */
const pseudo: ReadonlySet<string> = new Set(['en-xa', 'ar-xb'])

/** Opens a path in a window of its own; resolves once it is loaded. */
export async function openScreen(
  browser: Browser,
  url: string,
  path: string,
  options: OpenOptions = {},
): Promise<Screen> {
  return openPage(await openContext(browser, url, options), path, options.expected)
}

/** Cookies and a cache of their own, with somebody signed in. */
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
  if (pseudo.has(language)) await context.addCookies([{ name: 'language', value: language, url: url }])
  if (as !== null) {
    const answer = await context.request.post('/login/', {
      data: { username: as, password: options.password ?? goodPassword },
    })
    if (!answer.ok()) throw new Error(`${as} could not sign in: ${answer.status()}`)
  }
  return context
}

export async function openPage(
  context: BrowserContext,
  path: string,
  expected: readonly RegExp[] = [],
): Promise<Screen> {
  const page = await context.newPage()
  const problems = watch(page, expected)
  await page.goto(path)
  return { page, context, problems }
}

function watch(page: Page, expected: readonly RegExp[]): readonly string[] {
  const problems: string[] = []
  const add = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => add(`error: ${error.stack ?? error.message}`))
  return problems
}

/** Waits until a screen has its title, its words and its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  // A function that is polled would be evaluated in the page, which its policy forbids.
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('load')
}
