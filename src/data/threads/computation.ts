/**
 * Runs computations whose duration depends on the data: short ones at once, long ones in a thread of their own with a
 * time limit and a memory limit, so that the event loop can process other requests meanwhile.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../errors/service-error.ts'
import type { ThreadOutcome, ThreadRequest } from './thread.ts'

export interface Computation<Input, Output> {
  /** URL of the module that exports the function; the thread loads it again. */
  readonly module: string
  /** Name of the exported function. */
  readonly name: string
  /** The function: without I/O, with plain data as input and output. */
  readonly run: (input: Input) => Output
}

export interface ComputeOptions {
  /** Estimated duration, in nanoseconds. */
  readonly cost: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Maximum estimated duration of a computation in this thread, in nanoseconds. Starting a thread takes about as long.
 */
const longestHereNanoseconds = 20e6
/** Time limit of a thread, in seconds. */
export const computationSeconds = 10
/** Memory limit of a thread, in megabytes. */
const memoryLimitMegabytes = 512
/** Maximum number of threads at a time; one processor stays free. */
const mostThreads = Math.max(1, availableParallelism() - 1)

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a computation, in a thread if it is long.
 * @throws ServiceError any `ServiceError` of the function, and `computation_too_large` beyond the limits; rejects
 *   with the reason of the signal
 */
export async function compute<Input, Output>(
  computation: Computation<Input, Output>,
  input: Input,
  { cost, signal }: ComputeOptions,
): Promise<Output> {
  signal?.throwIfAborted()
  if (cost <= longestHereNanoseconds) return computation.run(input)
  if (running < mostThreads) running += 1
  else await turn(signal)
  try {
    return await inThread<Output>({ module: computation.module, name: computation.name, input }, signal)
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** Waits until a thread ends; its slot is passed on to this call. */
async function turn(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const begin = (): void => resolve(undefined)
  const giveUp = (): void => {
    const place = waiting.indexOf(begin)
    if (place < 0) return
    waiting.splice(place, 1)
    reject(signal?.reason)
  }
  waiting.push(begin)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

async function inThread<Output>(request: ThreadRequest, signal: AbortSignal | undefined): Promise<Output> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Output>()
  const tooLarge = (cause?: unknown): ServiceError =>
    new ServiceError('computation_too_large', { seconds: computationSeconds }, { cause })
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMegabytes },
  })
  worker.on('message', (outcome: ThreadOutcome<Output>) => {
    if ('output' in outcome) resolve(outcome.output)
    else reject(errorOf(outcome.failure))
  })
  worker.on('error', (error) => reject(isTooLarge(error) ? tooLarge(error) : error))
  worker.on('exit', () => reject(tooLarge()))
  const limit = setTimeout(() => reject(tooLarge()), computationSeconds * 1000)
  const onAbort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    signal?.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

const errorOf = ({ code, params, fields }: Pick<ServiceError, 'code' | 'params' | 'fields'>): ServiceError =>
  new ServiceError(code, params, fields === undefined ? {} : { fields })

/** Returns whether an error means out of memory, or a collection larger than the engine supports. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
