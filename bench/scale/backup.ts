/** Runs a backup in a separate process, like a task. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkAnswer, WorkRequest } from '../scenarios/work-process.ts'
import type { Installation } from '../support/installation.ts'

/** Returns the duration in milliseconds. */
export async function backupApart({ databaseUrl, folder }: Installation): Promise<number> {
  const child = fork(join(import.meta.dirname, '../scenarios/work-process.ts'), [databaseUrl, 'default'])
  const request: WorkRequest = { kind: 'backup', folder: join(folder, 'backup') }
  child.send(request)
  const [answer]: WorkAnswer[] = await once(child, 'message')
  child.disconnect()
  if (answer === undefined || answer.failure !== undefined) throw new Error(answer?.failure ?? 'no answer')
  return answer.milliseconds
}
