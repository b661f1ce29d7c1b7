import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Message, messageText } from '../../errors/messages.ts'
import { beginTaskLog, continueTaskLog, withLogFault } from './log-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-logs-'))
})
afterAll(() => rm(folder, { recursive: true }))

const text = (words: string): Message => ({ code: 'plain_text', params: { text: words } })

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

it('a log that reaches its limit is cut with a line that says so, and still tells the end', async () => {
  const settings = { LOGDIR: folder, TASK_LOG_LIMIT: 0.01 }
  using log = beginTaskLog(settings, 'long.1.log')
  // The worker writes to the same file.
  using other = continueTaskLog(settings, 'long.1.log')
  for (let row = 0; row < 1_000; row += 1)
    (row % 2 === 0 ? log : other).write('warning', `row ${row} rejected`)
  log.conclude({ status: 'Failed', message: text('1,000 rows rejected') })
  const lines = (await read('long.1.log')).trimEnd().split('\n')
  expect((await stat(join(folder, 'long.1.log'))).size).toBeLessThan(0.012 * 2 ** 20)
  expect(lines[0]).toMatch(/ warning row 0 rejected$/)
  expect(lines.at(-1)).toMatch(/ error Failed: 1,000 rows rejected$/)
  expect(lines.at(-2)).toMatch(/ warning The log ends here: it has reached 0\.01 MB.*TASK_LOG_LIMIT/)
})

it('a log without a limit is not cut', async () => {
  using log = beginTaskLog({ LOGDIR: folder, TASK_LOG_LIMIT: 0 }, 'free.1.log')
  for (let row = 0; row < 1_000; row += 1) log.write('info', `row ${row}`)
  expect((await read('free.1.log')).trimEnd().split('\n')).toHaveLength(1_000)
})

it('a full disk takes lines of the log and nothing else, and the record says so once', async () => {
  const settings = { LOGDIR: folder, TASK_LOG_LIMIT: 0 }
  await symlink('/dev/full', join(folder, 'full.1.log'))
  using log = beginTaskLog(settings, 'full.1.log')
  expect(log.fault).toBeUndefined()
  log.write('info', 'lost')
  log.conclude({ status: 'Done', message: text('all of it') })
  const once = withLogFault({ status: 'Done', message: text('all of it.') }, log)
  expect(messageText(once.message)).toMatch(/^all of it\. The log is incomplete: .*no space left/)
  expect(withLogFault(once, log)).toEqual(once)
})

it('a log that cannot be opened stops the beginning of a task, and nothing that has begun', async () => {
  const settings = { LOGDIR: folder, TASK_LOG_LIMIT: 0 }
  await mkdir(join(folder, 'taken.1.log'))
  expect(() => beginTaskLog(settings, 'taken.1.log')).toThrow(/taken\.1\.log cannot be written.*LOGDIR/)
  using log = continueTaskLog(settings, 'taken.1.log')
  log.write('info', 'lost')
  log.conclude({ status: 'Failed', message: text('no') })
  expect(messageText(log.fault!)).toMatch(/EISDIR/)
})
