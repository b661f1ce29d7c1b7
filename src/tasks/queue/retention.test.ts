import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTaskInstallation, type TaskInstallation } from '../../../test/support/tasks.ts'
import { finishTask } from './queue.ts'
import { cleanupTasks } from './retention.ts'

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation({ TASK_RETENTION: '30' })
  await mkdir(bench.settings.LOGDIR, { recursive: true })
})
afterAll(() => bench[Symbol.asyncDispose]())

/** Creates a task with its files that finished the given number of days ago; undefined for an unfinished task. */
async function task(days: number | undefined, file?: string): Promise<number> {
  const id = await bench.launch('patient')
  for (const name of [`patient.${id}.log`, ...(file === undefined ? [] : [file])]) {
    await writeFile(join(bench.settings.LOGDIR, name), 'text')
  }
  await bench.database.query({
    text: `UPDATE control."task" SET "logfile" = coalesce($2, "name" || '.' || "id" || '.log') WHERE "id" = $1`,
    values: [id, file],
  })
  if (days === undefined) return id
  await finishTask(bench.database, id, { status: 'Done', message: { code: 'status_done' } })
  await bench.database.query({
    text: `UPDATE control."task" SET "finished" = LOCALTIMESTAMP - make_interval(days => $2) WHERE "id" = $1`,
    values: [id, days],
  })
  return id
}

const kept = async (): Promise<readonly number[]> => {
  const { rows } = await bench.database.query<{ id: number }>({
    text: 'SELECT "id" FROM control."task" ORDER BY "id"',
  })
  return rows.map(({ id }) => id)
}

const log = (id: number): string => `patient.${id}.log`
const neverReported = (error: unknown): never => {
  throw error
}

it('forgets what ended too long ago with its files, and nothing else', async () => {
  const old = await task(31, 'made.csv')
  const young = await task(29)
  const waiting = await task(undefined)
  await cleanupTasks(bench.database, { ...bench.settings, TASK_RETENTION: 0 }, neverReported)
  expect(await kept()).toEqual([old, young, waiting])
  await cleanupTasks(bench.database, bench.settings, neverReported)
  expect(await kept()).toEqual([young, waiting])
  expect((await readdir(bench.settings.LOGDIR)).toSorted()).toEqual(
    [`patient.${young}.log`, `patient.${waiting}.log`].toSorted(),
  )
  // Numbers are never reused.
  expect(await bench.launch('patient')).toBe(waiting + 1)
})

it('leaves dumps to their own age, and goes on after a file that cannot be deleted', async () => {
  const dump = 'backup.default.20260101120000.sql.gz'
  const dumped = await task(31, dump)
  const stuck = await task(31)
  const later = await task(31)
  await rm(join(bench.settings.LOGDIR, log(stuck)))
  await mkdir(join(bench.settings.LOGDIR, log(stuck)))
  const told: unknown[] = []
  await cleanupTasks(bench.database, bench.settings, (error) => told.push(error))
  expect(told).toHaveLength(1)
  expect(String(told)).toContain(log(stuck))
  for (const id of [dumped, stuck, later]) expect(await kept()).not.toContain(id)
  const files = await readdir(bench.settings.LOGDIR)
  expect(files).toEqual(expect.arrayContaining([dump, log(stuck)]))
  expect(files).not.toEqual(expect.arrayContaining([log(later)]))
})
