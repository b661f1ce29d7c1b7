/** The thread of a long computation: loads the function, runs it and sends what it returns. */
import { parentPort, workerData } from 'node:worker_threads'

export interface ThreadRequest {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

if (parentPort !== null) {
  const { module, name, input }: ThreadRequest = workerData
  const loaded: Readonly<Record<string, unknown>> = await import(module)
  const run = loaded[name]
  if (typeof run !== 'function') throw new Error(`${module} exports no function "${name}".`)
  const output: unknown = run(input)
  parentPort.postMessage(output, [])
}
