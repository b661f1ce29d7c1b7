/**
 * Windows of a browser that tests use one after the other. Each looks new: it has the cookies of a user who has just
 * signed in, empty storages, an empty cache and no page. A new window takes twice the processor time of a page load in a kept one.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openContext, type OpenOptions } from './browser-window.ts'

interface Kept {
  /** Those with the same key can be exchanged. */
  readonly key: string
  readonly context: BrowserContext
  /** Cookies after signing in. */
  readonly cookies: string
}

/** A small page of the service, without scripts. */
const emptyPath = '/livez'

export class KeptWindows implements AsyncDisposable {
  readonly #browser: Browser
  readonly #url: string
  readonly #idle = new Map<string, Page[]>()
  readonly #open = new Map<Page, Kept>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Returns a window that nobody else uses until it is given back. */
  async take(options: OpenOptions): Promise<Page> {
    const { width = 1440, height = 900, scheme = 'light', expected: _, ...who } = options
    const key = JSON.stringify(who)
    const page = this.#idle.get(key)?.pop() ?? (await this.#openNew(key, options))
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    return page
  }

  /** Empties a window for its next user, and closes it if it does not look new then. */
  async giveBack(page: Page): Promise<void> {
    const kept = this.#open.get(page)
    if (kept === undefined) return
    if (await isLikeNew(page, kept)) this.#idle.set(kept.key, [...(this.#idle.get(kept.key) ?? []), page])
    else {
      this.#open.delete(page)
      await kept.context.close()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ context }) => context.close()))
  }

  async #openNew(key: string, options: OpenOptions): Promise<Page> {
    const context = await openContext(this.#browser, this.#url, options)
    const page = await context.newPage()
    this.#open.set(page, { key, context, cookies: await cookiesOf(context) })
    return page
  }
}

/** Empties a window. Returns whether it has only one page and the cookies of its beginning. */
async function isLikeNew(page: Page, { context, cookies }: Kept): Promise<boolean> {
  if (page.isClosed() || context.pages().length > 1) return false
  await page.unrouteAll()
  await page.goto(emptyPath)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  // Tests change the database by SQL, of which the service does not tell a browser with an earlier answer.
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  return (await cookiesOf(context)) === cookies
}

async function cookiesOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join('; ')
}
