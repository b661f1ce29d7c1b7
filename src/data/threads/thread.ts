/** Entry point of the thread of a long computation: loads the function, runs it and sends its result. */
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../../errors/service-error.ts'

export interface ThreadRequest {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** Result or error. Errors lose their class when they are sent between threads. */
export type ThreadOutcome<Output> =
  | { readonly output: Output }
  | { readonly failure: Pick<ServiceError, 'code' | 'params' | 'fields'> }

function outcomeOf(run: () => unknown): ThreadOutcome<unknown> {
  try {
    return { output: run() }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, params, fields } = error
    return { failure: { code, params, fields } }
  }
}

if (parentPort !== null) {
  const { module, name, input }: ThreadRequest = workerData
  const loaded: Readonly<Record<string, unknown>> = await import(module)
  const run = loaded[name]
  if (typeof run !== 'function') throw new Error(`${module} exports no function "${name}".`)
  parentPort.postMessage(
    outcomeOf(() => run(input)),
    [],
  )
}
