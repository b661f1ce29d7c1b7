import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTaskInstallation, type TaskInstallation } from '../../../test/support/tasks.ts'
import { finishTask } from './queue.ts'
import { forgetTasks } from './retention.ts'

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation({ TASK_RETENTION: '30' })
  await mkdir(bench.settings.LOGDIR, { recursive: true })
})
afterAll(() => bench[Symbol.asyncDispose]())

/** A task that ended so many days ago, or has not ended, with its files. */
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
  await finishTask(bench.database, id, { status: 'Done', message: '' })
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

it('forgets what ended too long ago with its files, and nothing else', async () => {
  const old = await task(31, 'backup.default.sql.gz')
  const young = await task(29)
  const waiting = await task(undefined)
  await forgetTasks(bench.database, { ...bench.settings, TASK_RETENTION: 0 })
  expect(await kept()).toEqual([old, young, waiting])
  await forgetTasks(bench.database, bench.settings)
  expect(await kept()).toEqual([young, waiting])
  expect(await readdir(bench.settings.LOGDIR)).toEqual([`patient.${young}.log`, `patient.${waiting}.log`])
  // Numbers are never given twice.
  expect(await bench.launch('patient')).toBe(waiting + 1)
})
