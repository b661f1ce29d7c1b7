/**
 * Thread that ends the process of a command whose task has exceeded its timeout and does not let the event loop run, so
 * that the process cannot end it. It loads what it needs only then.
 */
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import type { OverdueRun } from './overdue-run.ts'
import { limitTime } from './time-limit.ts'

/** Milliseconds within which the end must be recorded; otherwise other processes record it. */
const recordTimeoutMs = 10_000
const standardError = 2

const run: OverdueRun = workerData

await new Promise<void>((resolve) => limitTime(run.afterMs / 1000, resolve))
const { recordOverdue } = await import('./record-overdue.ts')
const recorded = recordOverdue(run).catch((error: unknown) => String(error))
const text = await Promise.race([recorded, delay(recordTimeoutMs, 'The database does not answer.')])
writeSync(standardError, `planctl: The task did not react. ${text}\n`)
process.kill(process.pid, 'SIGKILL')
