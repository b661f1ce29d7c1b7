/** What measurements of screens share: who measures on what, and the tools that run within the page. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Client } from 'pg'
import { megabyte, quantile, type Unit } from '../support/figures.ts'

export interface Stage {
  readonly browser: Browser
  readonly database: Client
  /** Where the service is. */
  readonly url: string
  /** Header with which a superuser authenticates. */
  readonly authorization: string
  /** Where the service keeps logs of tasks. */
  readonly logFolder: string
  /** Sales orders. */
  readonly rows: number
  readonly rounds: number
}

/** A figure of one screen; what is slower or larger than its limit misses the bar. */
export interface Measured {
  readonly work: string
  readonly ours: number
  readonly limit: number
  readonly unit?: Unit
  readonly note?: string
}

export interface Window extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** The browser's own instruments. */
  readonly session: CDPSession
}

/** Milliseconds after which something is given up. */
const timeoutMs = 40_000

/** A window with nothing in its cache. */
export async function openWindow({ browser, url, authorization }: Stage): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { authorization },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  const session = await context.newCDPSession(page)
  return { context, page, session, [Symbol.asyncDispose]: () => context.close() }
}

/** Measures frames from now on; the answer ends it and gives their milliseconds. */
export async function watchFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(`(() => {
    const watch = { frames: [], on: true }
    let last
    const tick = (now) => {
      if (last !== undefined) watch.frames.push(now - last)
      last = now
      if (watch.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    window.benchFrames = watch
  })()`)
  return () => page.evaluate<number[]>(`(window.benchFrames.on = false, window.benchFrames.frames)`)
}

/** Milliseconds from a key or click to the next picture; those below this are all the same to the browser. */
const leastEvent = 16

/** Measures keys and clicks from now on; the answer gives the time that 95 % of so many of them take at most. */
export async function watchInput(page: Page): Promise<(count: number) => Promise<number>> {
  await page.evaluate(`(() => {
    const found = new Map()
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) {
        if (interactionId > 0) found.set(interactionId, Math.max(found.get(interactionId) ?? 0, duration))
      }
    }).observe({ type: 'event', durationThreshold: ${leastEvent} })
    window.benchInput = found
  })()`)
  return async (count) => {
    const slow = await page.evaluate<number[]>(`new Promise((resolve) =>
      requestAnimationFrame(() => setTimeout(() => resolve([...window.benchInput.values()]), 100)))`)
    const quick = Array.from({ length: Math.max(0, count - slow.length) }, () => leastEvent)
    return quantile([...slow, ...quick], 0.95)
  }
}

/** Milliseconds after which the largest part of the page was painted. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let last = 0
    new PerformanceObserver((list) => {
      last = list.getEntries().at(-1)?.startTime ?? last
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(last), 300)
  })`)
}

/** Megabytes that the scripts of a page hold. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / megabyte
}
