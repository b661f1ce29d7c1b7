import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { detail } from '../../test/support/detail.ts'
import { openTaskInstallation, type TaskInstallation } from '../../test/support/tasks.ts'

// Many of these tests start processes.
vi.setConfig({ testTimeout: 180_000 })

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation()
  await mkdir(bench.settings.LOGDIR, { recursive: true })
  await bench.startWorker({ concurrency: 2 })
})
afterAll(() => bench[Symbol.asyncDispose]())

/** Returns the path of the log of the next task. */
async function nextLog(name: string): Promise<string> {
  const { rows } = await bench.database.query<{ last: number }>({
    text: 'SELECT "last" FROM control."task_counter"',
  })
  return join(bench.settings.LOGDIR, `${name}.${rows[0]!.last + 1}.log`)
}

const note = (): Promise<number> => bench.launch('noted', { file: join(bench.folder, 'noted'), mark: 'x' })

it('a task whose log cannot be opened is Failed with the reason, and the next one runs', async () => {
  const log = await nextLog('noted')
  await mkdir(log)
  expect(await bench.ended(await note())).toMatchObject({
    status: 'Failed',
    message: expect.stringMatching(/noted\.\d+\.log cannot be written: EISDIR.*LOGDIR/),
  })
  expect(await bench.ended(await note())).toMatchObject({ status: 'Done', message: 'noted x' })
})

it.each([
  ['is done', 'noted', {}, { status: 'Done', message: /^noted x\. The log is incomplete: ENOSPC[^I]*$/ }],
  [
    'tells its fault',
    'ends',
    { how: 'reject' },
    { status: 'Failed', message: /^did not work\. The log is inc.*ENOSPC/ },
  ],
  [
    'writes to its standard error',
    'ends',
    { how: 'throw' },
    { status: 'Failed', message: /out of the blue\. The log is inc.*ENOSPC/ },
  ],
])('on a full disk a task that %s is recorded like any other', async (_what, name, given, wanted) => {
  await symlink('/dev/full', await nextLog(name))
  const args = name === 'noted' ? { file: join(bench.folder, 'noted'), mark: 'x' } : given
  const task = await bench.ended(await bench.launch(name, args))
  expect(task.status).toBe(wanted.status)
  expect(task.message).toMatch(wanted.message)
  expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
})

it('an orphan whose log cannot be opened is ended, and those that run go on', detail, async () => {
  const running = await bench.launch('patient', {}, 'scenario1')
  await bench.untilTask(running, 'runs', ({ step }) => step === 'waits to be stopped')
  const log = await nextLog('patient')
  await mkdir(log)
  // No process holds the lock of this number.
  const { rows } = await bench.database.query<{ id: number }>({
    text: `WITH c AS (UPDATE control."task_counter" SET "last" = "last" + 1 RETURNING "last")
      INSERT INTO control."task" ("id", "name", "submitted", "started", "status", "scenario", "scenarios", "worker")
      SELECT "last", 'patient', LOCALTIMESTAMP, LOCALTIMESTAMP, '5%', 'default', '{default}', 2147483647 FROM c
      RETURNING "id"`,
  })
  expect(await bench.ended(rows[0]!.id)).toMatchObject({
    status: 'Failed',
    message: expect.stringMatching(/^worker died\. The log is incomplete: EISDIR/),
  })
  expect(await bench.ended(await note())).toMatchObject({ status: 'Done' })
  expect(await bench.record(running)).toMatchObject({ status: '25%', finished: null })
})
