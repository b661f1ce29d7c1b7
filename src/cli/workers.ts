/** Runs several processes that share one port. A process that ends is replaced; all end with the primary process. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface WorkersOptions {
  readonly signal: AbortSignal
  readonly logger: Logger
  /** Called once, when all of them serve. */
  readonly onReady: () => void
  /** Called when the signal aborts, while the processes end. */
  readonly onStop: () => Promise<void>
}

/**
 * Milliseconds before an ended process is replaced, so that processes that end at once do not overload the machine.
 */
const restartDelayMs = 1000

/** Ends when the signal aborts. Throws `command_failed` if a process cannot start. */
export async function runWorkers(
  count: number,
  { signal, logger, onReady, onStop }: WorkersOptions,
): Promise<void> {
  // Each forked process runs the same command line and detects that it is not the primary one.
  const started = Array.from({ length: count }, () => fork())
  await Promise.all(started.map(whenReady))
  onReady()
  cluster.on('exit', (worker, code, reason) => {
    if (signal.aborted) return
    logger.error({ worker: worker.process.pid, code, signal: reason }, 'A worker has ended; it is replaced')
    void delay(restartDelayMs, undefined, { signal })
      .then(fork)
      .catch(() => undefined)
  })
  if (!signal.aborted) await once(signal, 'abort')
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  await Promise.all([onStop(), ...running.map(end)])
}

const fork = (): Worker => cluster.fork()

async function whenReady(worker: Worker): Promise<void> {
  const [message] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => ['exit'])])
  if (message === 'ready') return
  throw new ServiceError('command_failed', {
    reason: englishText('A worker could not start; the lines above say why.'),
  })
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await ended
}
