/** Runs an import of a folder in a separate process, like a task. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { taskNodeOptions } from '../../src/tasks/runner/child-process.ts'
import type { ImportAnswer, ImportRequest } from './import-process.ts'

/** Runs the import. Throws if it fails. */
export async function runImport(databaseUrl: string, folder: string): Promise<ImportAnswer> {
  const child = fork(join(import.meta.dirname, 'import-process.ts'), [databaseUrl], {
    execArgv: [...taskNodeOptions()],
  })
  const request: ImportRequest = { folder }
  child.send(request)
  const [answer]: ImportAnswer[] = await once(child, 'message')
  if (answer === undefined || answer.failure !== undefined) throw new Error(answer?.failure ?? 'no answer')
  return answer
}
