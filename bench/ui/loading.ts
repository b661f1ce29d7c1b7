/**
 * Benchmark of the time until the largest part of a screen is painted, with a connection of 10 Mbit/s and a processor
 * that is four times slower.
 */
import { median } from '../support/figures.ts'
import { largestPaint, type Measured, openWindow, type Stage } from './stage.ts'

const screens = [
  { name: 'sales orders', path: '/app/default/data/demand', there: '.ag-row .g-value' },
  { name: 'execute', path: '/app/default/execute', there: '#tasks' },
] as const

const slowLine = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
}

export async function measureLoading(stage: Stage): Promise<readonly Measured[]> {
  const figures: Measured[] = []
  for (const { name, path, there } of screens) {
    const [cold, warm]: [number[], number[]] = [[], []]
    for (let round = 0; round < stage.rounds; round += 1) {
      await using window = await openWindow(stage)
      const { page, session } = window
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowLine)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      for (const times of [cold, warm]) {
        await page.goto(path)
        await page.locator(there).first().waitFor()
        times.push(await largestPaint(page))
      }
    }
    const note = '10 Mbit/s, 40 ms, processor 4 × slower'
    figures.push({ work: `${name}: LCP, nothing cached`, ours: median(cold), limit: 2_000, note })
    figures.push({ work: `${name}: LCP, cached`, ours: median(warm), limit: 1_000, note })
  }
  return figures
}
