/**
 * Windows of a browser that tests use one after the other. Each looks new: it has the cookies of a user who has just
 * signed in, empty storages, no page, and in its cache nothing that may be outdated. A new window takes twice the
 * processor time of a page load in a kept one; a page whose code has to be loaded and compiled again takes 1.4 times
 * that of one from the cache.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Database } from '../../src/database/database.ts'
import { openContext, type OpenOptions } from './browser-window.ts'

interface Kept {
  /** Those with the same key can be exchanged. */
  readonly key: string
  readonly context: BrowserContext
  /** Cookies after signing in. */
  readonly cookies: string
  /** Uses of the database when its cache was empty last. */
  emptiedAt: number
}

/** A small page of the service, without scripts. */
const emptyPath = '/livez'

export class KeptWindows implements AsyncDisposable {
  readonly #browser: Browser
  readonly #url: string
  readonly #idle = new Map<string, Page[]>()
  readonly #open = new Map<Page, Kept>()
  #databaseUses = 0

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /**
   * Returns the database for the use of tests. The service does not tell a browser of changes by SQL, so each use
   * lets windows be taken with an empty cache.
   */
  watched<Kind extends Database>(database: Kind): Kind {
    return new Proxy(database, {
      get: (target, name): unknown => {
        this.#databaseUses += 1
        return Reflect.get(target, name)
      },
    })
  }

  /** Returns a window that nobody else uses until it is given back. */
  async take(options: OpenOptions): Promise<Page> {
    const { width = 1440, height = 900, scheme = 'light', expected: _, ...who } = options
    const key = JSON.stringify(who)
    const page = this.#idle.get(key)?.pop() ?? (await this.#openNew(key, options))
    await this.#emptyOutdatedCache(page)
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
    const cookies = await cookiesOf(context)
    this.#open.set(page, { key, context, cookies, emptiedAt: this.#databaseUses })
    return page
  }

  async #emptyOutdatedCache(page: Page): Promise<void> {
    const kept = this.#open.get(page)
    if (kept === undefined || kept.emptiedAt === this.#databaseUses) return
    kept.emptiedAt = this.#databaseUses
    const session = await kept.context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
  }
}

/** Empties a window. Returns whether it has only one page and the cookies of its beginning. */
async function isLikeNew(page: Page, { context, cookies }: Kept): Promise<boolean> {
  if (page.isClosed() || context.pages().length > 1) return false
  await page.unrouteAll()
  await page.goto(emptyPath)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  return (await cookiesOf(context)) === cookies
}

async function cookiesOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join('; ')
}
