/** Benchmark of the screens of tasks: the time until a change is shown, and opening a long log. */
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { megabyte, median, timed } from '../support/figures.ts'
import { heapOf, type Measured, openWindow, type Stage } from './stage.ts'

/** Size of the log in bytes. */
const logSize = 200 * megabyte

export async function measureRuns(stage: Stage): Promise<readonly Measured[]> {
  const { database, logFolder, rounds } = stage
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO control."task" ("id", "name", "scenario", "submitted", "started", "status", "logfile")
     SELECT coalesce(max("id"), 0) + 1, 'runplan', 'default', LOCALTIMESTAMP, LOCALTIMESTAMP, 'Waiting', concat('runplan.', coalesce(max("id"), 0) + 1, '.log')
     FROM control."task" RETURNING "id"`,
  )
  const id = rows[0]?.id ?? ''
  const tell = (message: string): Promise<unknown> =>
    database.query(
      `UPDATE control."task" SET "status" = 'Done', "finished" = LOCALTIMESTAMP, "message" = $2 WHERE "id" = $1`,
      [id, message],
    )
  await using window = await openWindow(stage)
  const { page, session } = window
  await page.goto('/app/default/execute')
  await page.locator('ol li').first().waitFor()
  // The first change that the screen shows proves that the stream of events is connected.
  await tell('Ready to measure.')
  await page.getByText('Ready to measure.').first().waitFor()
  const without = await heapOf(session)
  const told: number[] = []
  for (let round = 0; round < Math.max(5, rounds); round += 1) {
    const message = `Measured ${round + 1} times.`
    told.push(
      await timed(async () => {
        await tell(message)
        await page.getByText(message).first().waitFor()
      }),
    )
  }

  await writeLog(join(logFolder, `runplan.${id}.log`))
  const opened = await timed(async () => {
    await page.goto(`/app/default/execute/runs/${id}`)
    await page.locator('[role="log"] li').first().waitFor()
  })
  const held = (await heapOf(session)) - without
  const note = 'beside that of the list of runs'
  return [
    { work: 'task: change to screen', ours: median(told), limit: 1_000 },
    { work: 'log of 200 MB: opens', ours: opened, limit: 1_000 },
    { work: 'log of 200 MB: heap', ours: Math.max(0, held), limit: 20, unit: 'MB', note },
  ]
}

async function writeLog(file: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  const line =
    '2027-01-04T08:00:00.000Z info Order line 4711 is planned on Machine 042, as every line of this log\n'
  const piece = Buffer.from(line.repeat(Math.ceil(megabyte / line.length)))
  await using handle = await open(file, 'w')
  for (let written = 0; written < logSize; written += piece.length) await handle.write(piece)
}
