/** Lets a page read its data again, as when its window is focused after a while. */
import type { Page } from 'playwright-core'

/** Runs in the page. Ten minutes are longer than any data counts as new. */
const laterFocus = `(() => {
  const { now } = Date
  Date.now = () => now.call(Date) + 600_000
  window.dispatchEvent(new Event('visibilitychange'))
})()`

/** Focuses the window ten minutes later. */
export async function focusLater(page: Page): Promise<void> {
  await page.evaluate(laterFocus)
}
