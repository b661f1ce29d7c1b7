/** Checks screens by the rules of accessibility. */
import { type AxeResults, type ElementContext, type RunOptions, source } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface AccessibilityOptions {
  /** Violations that fail the test: all of them, or only serious and critical ones by axe's classification. */
  readonly level?: 'any' | 'serious'
  /** Selectors of elements that other tests check. */
  readonly except?: readonly string[]
  /** Whether only rules about colors are checked: for a screen whose other rules were checked before. */
  readonly colours?: boolean
}

// Passed checks, and selectors of the elements, are not reported, because describing them takes longer than finding the
// violations. Nothing is preloaded, because the rules that need it concern sound and video, which no screen has.
const reported = { resultTypes: ['violations'], selectors: false, preload: false } satisfies RunOptions
/** Rules of WCAG 2.2 AA and good practice. */
const allRules: RunOptions = {
  ...reported,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Dialogs have their own header, which axe takes for the header of the page.
  rules: { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } },
}
/** Rules whose result depends on the colors of a screen. */
const colourRules: RunOptions = { ...reported, runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * Runs in the page: waits for the end of transitions, in which colors are neither those before nor those after. The
 * transition of an inherited color may start another one in the next frame.
 */
const transitionsEnded = `(async () => {
  const endless = ({ effect }) => effect?.getComputedTiming().endTime === Infinity
  for (let running = [undefined]; running.length > 0; ) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    running = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(running.map(({ finished }) => finished))
  }
})()`

/**
 * Checks a page in its own window, and loads axe only once for each document: loading it takes several times as long
 * as a check.
 */
async function check(page: Page, context: ElementContext, options: RunOptions): Promise<AxeResults> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${source};undefined`)
  return page.evaluate<AxeResults>(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`)
}

/** Fails with violations of WCAG 2.2 AA. */
export async function expectAccessible(
  page: Page,
  { level = 'serious', except = [], colours = false }: AccessibilityOptions = {},
): Promise<void> {
  await page.evaluate(transitionsEnded)
  const context = { include: ['html'], exclude: [...except] }
  const { violations } = await check(page, context, colours ? colourRules : allRules)
  const counting = violations.filter(
    ({ impact }) => level === 'any' || impact === 'serious' || impact === 'critical',
  )
  const found = counting.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ''}`,
    ),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}
