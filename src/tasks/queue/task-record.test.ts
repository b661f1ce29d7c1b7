import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTaskInstallation, type TaskInstallation } from '../../../test/support/tasks.ts'
import { until } from '../../../test/support/wait.ts'
import { finishTask, recordProgress } from './queue.ts'
import { changedTasks, lastChange } from './task-record.ts'

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation()
})
afterAll(() => bench[Symbol.asyncDispose]())

/** Follows changes like an event stream. */
async function follow(): Promise<{ read(): Promise<void>; readonly seen: ReadonlyMap<number, string> }> {
  let after = await lastChange(bench.database)
  const seen = new Map<number, string>()
  const read = async (): Promise<void> => {
    for (const task of await changedTasks(bench.database, after)) {
      after = task.changed
      seen.set(task.id, task.status)
    }
  }
  return { read, seen }
}

const waitsForLock = async (): Promise<boolean> => {
  const { rowCount } = await bench.database.query({
    text: `SELECT FROM pg_locks l WHERE l."locktype" = 'advisory' AND NOT l."granted"
      AND l."database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`,
  })
  return rowCount !== 0
}

it('a change that is committed late is told, though a later one was there before', async () => {
  const [slow, quick] = [await bench.launch('patient'), await bench.launch('patient')]
  const follower = await follow()
  let quickly: Promise<void> = Promise.resolve()
  await bench.database.withTransaction(async (client) => {
    await client.query(
      `UPDATE control."task" SET "status" = 'Done', "finished" = LOCALTIMESTAMP WHERE "id" = ${slow}`,
    )
    let written = false
    quickly = recordProgress(bench.database, quick, { fraction: 0.5, step: 'half' })
    void quickly.then(() => (written = true))
    await until('the other one is written, or waits', async () => written || waitsForLock())
    await follower.read()
  })
  await quickly
  await follower.read()
  expect(Object.fromEntries(follower.seen)).toEqual({ [slow]: 'Done', [quick]: '50%' })
})

it('whoever follows many writers hears of every end', async () => {
  const ids: number[] = []
  for (let n = 0; n < 24; n += 1) ids.push(await bench.launch('patient'))
  const follower = await follow()
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) await follower.read()
  })()
  await Promise.all(
    ids.map(async (id) => {
      for (let n = 0; n < 20; n += 1) await recordProgress(bench.database, id, { fraction: n / 20, step: '' })
      await finishTask(bench.database, id, { status: 'Done', message: { code: 'status_done' } })
    }),
  )
  over.abort()
  await reading
  await follower.read()
  expect([...follower.seen].filter(([, status]) => status === 'Done')).toHaveLength(ids.length)
})
