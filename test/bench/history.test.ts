/** Tests the report of a benchmark about figures that became worse since the last run on a comparable machine. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addToHistory,
  historyFile,
  machineKind,
  type PastFigure,
  readHistory,
  worseText,
  worseThanLast,
} from '../../bench/support/history.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'planning-test-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const figure = (work: string, ours: number, unit: PastFigure['unit'] = 'ms'): PastFigure => ({
  work,
  rows: 10_000,
  unit,
  ours,
  reference: 100,
})
const run = (day: number, ...figures: readonly PastFigure[]) => ({
  date: `2026-03-0${day}T10:00:00.000Z`,
  suite: 'planner',
  load: 0.5,
  figures,
})

describe('the history of figures', () => {
  it('compares ratios with those of the last run that had the figure', async () => {
    const file = historyFile(folder, machineKind())
    expect(await readHistory(file)).toEqual([])
    await addToHistory(file, run(1, figure('store', 150), figure('load', 50)))
    await addToHistory(file, run(2, figure('store', 200)))
    await addToHistory(file, { ...run(3, figure('store', 10)), suite: 'files' })
    await appendFile(file, '{"date":"2026-03')
    const worse = worseThanLast(await readHistory(file), 'planner', [
      figure('store', 215),
      figure('load', 60),
      figure('new', 900),
    ])
    expect(worse).toEqual([
      { work: 'load', rows: 10_000, before: 0.5, now: 0.6, date: '2026-03-01T10:00:00.000Z' },
    ])
    expect(worse.map(worseText)).toEqual([
      'worse than on 2026-03-01 10:00: load, 10,000 rows: 0.50 → 0.60 × the reference',
    ])
  })

  it('wants more per second, and says nothing of what is neither better nor worse', () => {
    const before = [run(1, figure('pages', 100, 'req/s'), figure('orders', 100, 'orders'))]
    const now = [figure('pages', 80, 'req/s'), figure('orders', 200, 'orders')]
    expect(worseThanLast(before, 'planner', now).map(({ work }) => work)).toEqual(['pages'])
    expect(worseThanLast(before, 'planner', [figure('pages', 200, 'req/s')])).toEqual([])
  })
})
