/** Common setting of the measurements of screens, and the tools that run within the page. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Client } from 'pg'
import { megabyte, quantile, type Unit } from '../support/figures.ts'

export interface Stage {
  readonly browser: Browser
  readonly database: Client
  /** URL of the service. */
  readonly url: string
  /** Header that authenticates a superuser. */
  readonly authorization: string
  /** Folder of the logs of tasks. */
  readonly logFolder: string
  /** Number of sales orders. */
  readonly rows: number
  readonly rounds: number
}

/** A figure of one screen; values above the limit miss the bar. */
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
  /** Session of the developer tools protocol. */
  readonly session: CDPSession
}

/** Timeout of actions in the page, in milliseconds. */
const timeoutMs = 40_000

/** Opens a window with an empty cache. */
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

/** Starts measuring frames. Returns a function that stops it and returns the durations in milliseconds. */
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

/**
 * Starts measuring the processor time of the main thread of a page. Returns a function that returns it so far, in
 * milliseconds. Unlike the durations of frames, other work on the machine changes it little.
 */
export async function watchMainThread(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
    if (seconds === undefined) throw new Error('The browser does not report the time of tasks.')
    return 1_000 * seconds
  }
  const begun = await used()
  return async () => (await used()) - begun
}

/** Minimum time from a key or click to the next frame that the browser reports, in milliseconds. */
const leastEvent = 16

/** Starts measuring keys and clicks. Returns a function that returns the 95th percentile of the given number of events. */
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

/** Returns the milliseconds until the largest part of the page was painted. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let last = 0
    new PerformanceObserver((list) => {
      last = list.getEntries().at(-1)?.startTime ?? last
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(last), 300)
  })`)
}

/** Returns the heap size of the scripts of a page, in megabytes. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / megabyte
}
