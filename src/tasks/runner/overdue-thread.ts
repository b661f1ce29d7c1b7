/**
 * Thread that ends the process of a command whose task has exceeded its timeout and does not let the event loop run, so
 * that the process cannot end it. It loads what it needs only then.
 */
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { OverdueRun } from './overdue-run.ts'
import { limitTime } from './time-limit.ts'

/** Milliseconds within which the end must be recorded; otherwise other processes record it. */
const recordTimeoutMs = 10_000
/** Milliseconds within which the process answers if its event loop runs, in steps. */
const answerStepMs = 500
const answerSteps = 10
/** Milliseconds from an answer to the next question. */
const askAgainMs = 10_000
const standardError = 2

const run: OverdueRun = workerData

await new Promise<void>((resolve) => limitTime(run.afterMs / 1000, resolve))
while (await answers()) await delay(askAgainMs)
const { recordOverdue } = await import('./record-overdue.ts')
const recorded = recordOverdue(run).catch((error: unknown) => String(error))
const text = await Promise.race([recorded, delay(recordTimeoutMs, 'The database does not answer.')])
writeSync(standardError, `planctl: The task did not react. ${text}\n`)
process.kill(process.pid, 'SIGKILL')

/** Returns whether the event loop of the process runs. While the process is stopped, at most one step elapses. */
async function answers(): Promise<boolean> {
  if (parentPort === null) return false
  parentPort.postMessage('running?', [])
  for (let step = 0; step < answerSteps; step++) {
    await delay(answerStepMs)
    if (receiveMessageOnPort(parentPort) !== undefined) return true
  }
  return false
}
