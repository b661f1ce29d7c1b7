/**
 * Input and output of commands: results go to standard output, everything else to standard error, and prompts are
 * shown only on a terminal.
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { ServiceError } from '../errors/service-error.ts'
import { cutText } from './text-width.ts'

export interface Terminal {
  /** Whether the user can be prompted. */
  readonly interactive: boolean
  /** Number of columns of the output terminal; undefined if the output is a file or a pipe. */
  readonly columns: number | undefined
  /** Writes a result. */
  readonly print: (text: string) => void
  /** Resolves when all results so far are out; rejects if their reader has gone. */
  readonly flush: () => Promise<void>
  /** Writes a message. */
  readonly say: (text: string) => void
  /** Shows progress: a line that is redrawn on a terminal, plain lines otherwise. */
  readonly progress: (fraction: number, message: string) => void
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>
  /** Prompts without echo. */
  readonly askHidden: (question: string, signal: AbortSignal) => Promise<string>
}

export interface TerminalStreams {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
  readonly messages: NodeJS.WriteStream
}

const barWidth = 24
/** Number of columns if the terminal does not report its width. */
const defaultColumns = 80
/** Milliseconds between two lines of progress if no bar can be drawn. */
const quiet = 2000

export function openTerminal({ input, output, messages }: TerminalStreams): Terminal {
  const interactive = input.isTTY && messages.isTTY
  let barShown = false
  let lastReported = Date.now()

  const clearBar = (): void => {
    if (barShown) messages.write('\r\u001b[K')
    barShown = false
  }
  const say = (text: string): void => {
    clearBar()
    messages.write(`${text}\n`)
  }

  return {
    interactive,
    columns: output.isTTY ? output.columns || defaultColumns : undefined,
    print: (text) => {
      clearBar()
      output.write(`${text}\n`)
    },
    flush: () =>
      new Promise((resolve, reject) => {
        output.write('', (error) => (error ? reject(error) : resolve()))
      }),
    say,
    progress: (fraction, message) => {
      if (!messages.isTTY) {
        if (Date.now() - lastReported < quiet) return
        lastReported = Date.now()
        messages.write(`${Math.round(fraction * 100)} % ${message}\n`)
      } else {
        const done = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth)
        const bar = '█'.repeat(done) + '░'.repeat(barWidth - done)
        const line = `${bar} ${Math.round(fraction * 100)} % ${message}`
        // A line that wraps could not be overwritten.
        messages.write(`\r\u001b[K${cutText(line, (messages.columns || defaultColumns) - 1)}`)
        barShown = true
      }
    },
    ask: (question, signal) => ask({ input, messages }, question, { signal, hidden: false }),
    askHidden: (question, signal) => ask({ input, messages }, question, { signal, hidden: true }),
  }
}

interface Asking {
  readonly signal: AbortSignal
  readonly hidden: boolean
}

function ask(
  { input, messages }: Pick<TerminalStreams, 'input' | 'messages'>,
  question: string,
  { signal, hidden }: Asking,
): Promise<string> {
  const answered = Promise.withResolvers<string>()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: hidden ? nowhere : messages, terminal: true })
  const cancel = (): void => answered.reject(new ServiceError('canceled'))
  if (hidden) messages.write(question)
  reader.question(hidden ? '' : question, answered.resolve)
  // In this mode Ctrl-C and Ctrl-D arrive as events of the reader instead of signals.
  reader.on('SIGINT', cancel)
  reader.on('close', cancel)
  signal.addEventListener('abort', cancel, { once: true })
  return answered.promise.finally(() => {
    signal.removeEventListener('abort', cancel)
    reader.close()
    if (hidden) messages.write('\n')
  })
}
