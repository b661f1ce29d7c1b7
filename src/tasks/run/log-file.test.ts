import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTaskLog } from './log-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-logs-'))
})
afterAll(() => rm(folder, { recursive: true }))

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

it('a log that reaches its limit is cut with a line that says so, and still tells the end', async () => {
  const settings = { LOGDIR: folder, TASK_LOG_LIMIT: 0.01 }
  using log = openTaskLog(settings, 'long.1.log', 'begin')
  // The worker writes into the same file.
  using other = openTaskLog(settings, 'long.1.log', 'continue')
  for (let row = 0; row < 1_000; row += 1)
    (row % 2 === 0 ? log : other).write('warning', `row ${row} rejected`)
  log.conclude({ status: 'Failed', message: '1,000 rows rejected' })
  const lines = (await read('long.1.log')).trimEnd().split('\n')
  expect((await stat(join(folder, 'long.1.log'))).size).toBeLessThan(0.012 * 2 ** 20)
  expect(lines[0]).toMatch(/ warning row 0 rejected$/)
  expect(lines.at(-1)).toMatch(/ error Failed: 1,000 rows rejected$/)
  expect(lines.at(-2)).toMatch(/ warning The log ends here: it has reached 0\.01 MB.*TASK_LOG_LIMIT/)
})

it('a log without a limit is not cut', async () => {
  using log = openTaskLog({ LOGDIR: folder, TASK_LOG_LIMIT: 0 }, 'free.1.log', 'begin')
  for (let row = 0; row < 1_000; row += 1) log.write('info', `row ${row}`)
  expect((await read('free.1.log')).trimEnd().split('\n')).toHaveLength(1_000)
})
