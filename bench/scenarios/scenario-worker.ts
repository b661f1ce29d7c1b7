/** The process that runs work on scenarios, with measurement of its memory. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMemory, resetPeak } from '../support/process-figures.ts'
import type { WorkAnswer, WorkRequest } from './work-process.ts'

export interface ScenarioWorker {
  run(request: WorkRequest): Promise<{
    readonly milliseconds: number
    /** Growth of the memory of the process at the peak, in bytes; undefined if it cannot be measured. */
    readonly memory: number | undefined
    /** Path of the backup, and its size in bytes. */
    readonly path: string
    readonly bytes: number
  }>
  stop(): void
}

export function startScenarioWorker(databaseUrl: string): ScenarioWorker {
  const child = fork(join(import.meta.dirname, 'work-process.ts'), [databaseUrl])
  const { pid } = child
  return {
    run: async (request) => {
      if (pid === undefined) throw new Error('The process that works on scenarios does not start.')
      await resetPeak(pid)
      const before = await readMemory(pid)
      const told = once(child, 'message')
      child.send(request)
      const [answer]: WorkAnswer[] = await told
      if (answer === undefined || answer.failure !== undefined) {
        throw new Error(`The ${request.kind} failed: ${answer?.failure}`)
      }
      const after = await readMemory(pid)
      const { milliseconds, path = '' } = answer
      return {
        milliseconds,
        memory: before === undefined || after === undefined ? undefined : after.peak - before.now,
        path,
        bytes: path === '' ? 0 : (await stat(path)).size,
      }
    },
    stop: () => child.disconnect(),
  }
}
