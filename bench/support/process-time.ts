/** Measures the elapsed time and the processor time of a process from its start to its end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ProcessCost {
  /** Milliseconds from start to end. */
  readonly wall: number
  /**
   * Processor time of the process and of all processes that it waited for, in milliseconds. Other load of the machine
   * hardly affects it.
   */
  readonly processor: number
  readonly exitCode: number
}

/** Bash reports processor time in milliseconds; the files of the kernel in hundredths of a second. */
const script = 'TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&1 </dev/null; } 2>&1'

export async function processCost(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ProcessCost> {
  const begun = performance.now()
  const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
    env: { ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text))
  const [code]: unknown[] = await once(child, 'close')
  const seconds = told.trim().split(' ').map(Number)
  return {
    wall: performance.now() - begun,
    processor: 1000 * seconds.reduce((sum, value) => sum + value, 0),
    exitCode: Number(code),
  }
}
