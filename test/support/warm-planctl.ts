/**
 * Runs commands of `planctl` in a process that has the code loaded already, which takes a fifth of the processor time.
 * For tests of what a command does, not of its process: signals, standard input, what it leaves, extension modules that
 * change. Those start `planctl` itself.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { cleanEnvironment, type Outcome, type RunOptions } from './planctl.ts'
import type { WarmCommand } from './warm-planctl-process.ts'

const program = join(import.meta.dirname, 'warm-planctl-process.ts')

/** Processes without a command. */
const idle: ChildProcess[] = []
/** Last command of each process. */
const lastCommand = new WeakMap<ChildProcess, string>()

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  // It ends with this process, which does not wait for it.
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream instanceof Socket) stream.unref()
    stream?.setEncoding('utf8')
  }
  return child
}

/** Returns the text of the stream up to the mark, or to its end. */
async function textUntil(stream: Readable | null, mark: string): Promise<string> {
  if (stream === null) return ''
  let text = ''
  return new Promise((resolve) => {
    const end = (found: string): void => {
      stream.off('data', read).off('close', close)
      resolve(found)
    }
    const close = (): void => end(text)
    const read = (chunk: string): void => {
      text += chunk
      if (text.endsWith(mark)) end(text.slice(0, -mark.length))
    }
    stream.on('data', read).on('close', close)
  })
}

/**
 * Returns a process without a command. Throws if one has ended since its last command: that command has left something
 * behind that failed.
 */
function idleProcess(): ChildProcess | undefined {
  const child = idle.pop()
  if (child === undefined || child.connected) return child
  throw new Error(`A process ended after its command: ${lastCommand.get(child)}`)
}

/** Runs a command to its end. Commands that run at the same time have a process each. */
export async function warmPlanctl(
  args: readonly string[],
  { env, cwd = process.cwd() }: Pick<RunOptions, 'env' | 'cwd'> = {},
): Promise<Outcome> {
  const child = idleProcess() ?? startProcess()
  const mark = `\nend of ${crypto.randomUUID()}\n`
  const ended = new AbortController()
  const answered = once(child, 'message', { signal: ended.signal })
  const died = once(child, 'exit', { signal: ended.signal })
  const texts = [textUntil(child.stdout, mark), textUntil(child.stderr, mark)] as const
  // As by the launcher: processes that the command starts compile nothing anew.
  const { NODE_COMPILE_CACHE } = process.env
  const command: WarmCommand = { args, env: { ...cleanEnvironment(env), NODE_COMPILE_CACHE }, cwd, mark }
  lastCommand.set(child, args.join(' '))
  child.send(command)
  const [exitCode]: unknown[] = await Promise.race([answered, died])
  ended.abort()
  await Promise.allSettled([answered, died])
  const [stdout, stderr] = await Promise.all(texts)
  if (child.exitCode === null && child.signalCode === null) idle.push(child)
  return { exitCode: typeof exitCode === 'number' ? exitCode : null, stdout, stderr }
}
