/**
 * Relays messages of the Model Context Protocol: reads lines of JSON, posts each to a server, and writes the response
 * as a line. Only the server interprets the messages.
 */
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'

export interface Relay {
  readonly input: AsyncIterable<string | Buffer>
  /** Writes a message, without the line break. */
  readonly send: (line: string) => void
  /** Address of the server's `/mcp`. */
  readonly address: string
  readonly key: string
  /** Aborts the relay. */
  readonly signal: AbortSignal
}

type Message = Readonly<Record<string, unknown>>

/** Maximum number of characters of a message; the limit of the server is lower. */
const maxMessageLength = 8 * 2 ** 20
const parseError = -32_700
const serverError = -32_000

const protocolVersion = 'io.modelcontextprotocol/protocolVersion'

/** Ends when the input has ended and all requests are answered, or when the signal aborts. */
export async function relayMessages(relay: Relay): Promise<void> {
  const session = new Session(relay)
  const underWay = new Set<Promise<void>>()
  const stopped = new Promise<void>((resolve) => {
    relay.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const readAll = async (): Promise<void> => {
    for await (const line of linesOf(relay.input)) {
      const answering = session.take(line).finally(() => underWay.delete(answering))
      underWay.add(answering)
    }
    await Promise.all(underWay)
  }
  await Promise.race([readAll(), stopped])
}

class Session {
  readonly #relay: Relay
  /** Running requests by their ids. */
  readonly #running = new Map<unknown, AbortController>()
  /** Values of the server's handshake response, for the headers of later requests. */
  #name: string | undefined
  #version: string | undefined

  constructor(relay: Relay) {
    this.#relay = relay
  }

  async take(line: string): Promise<void> {
    const message = parseMessage(line)
    if (message === undefined) {
      this.#fail(null, parseError, 'Parse error: a message is one line of JSON')
      return
    }
    const { id, method, params } = message
    const controller = new AbortController()
    if (id !== undefined) this.#running.set(id, controller)
    try {
      const signal = AbortSignal.any([this.#relay.signal, controller.signal])
      for await (const answer of this.#post(message, signal)) {
        if (method === 'initialize') this.#version = versionOf(answer)
        this.#relay.send(JSON.stringify(answer))
      }
    } catch (error) {
      // A canceled request gets no response.
      if (id !== undefined && !controller.signal.aborted) this.#fail(id, serverError, reasonOf(error))
    } finally {
      if (id !== undefined) this.#running.delete(id)
      if (method === 'notifications/cancelled') this.#running.get(member(params, 'requestId'))?.abort()
    }
  }

  /** Posts a message and yields the messages of the response as they arrive. */
  async *#post(message: Message, signal: AbortSignal): AsyncGenerator<Message> {
    const { address, key } = this.#relay
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...this.#headersOf(message) },
      body: JSON.stringify(message),
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted
        ? error
        : new ServiceError('command_failed', { reason: englishText(unreachable(address, error)) })
    })
    if (message['method'] === 'initialize') this.#name = response.headers.get('mcp-session-id') ?? undefined
    const type = response.headers.get('content-type') ?? ''
    let fault: Message = {}
    let isAnswered = response.ok
    for await (const answer of messagesIn(response, type)) {
      if (response.ok || answer['jsonrpc'] === '2.0') {
        isAnswered = true
        yield answer
      } else fault = answer
    }
    if (!isAnswered)
      throw new ServiceError('command_failed', {
        reason: englishText(`${response.status}: ${detailOf(fault) ?? address}`),
      })
  }

  /** Returns the headers that repeat parts of the message, as the protocol requires. */
  #headersOf({ method, params }: Message): Readonly<Record<string, string>> {
    const version = member(member(params, '_meta'), protocolVersion)
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version ?? this.#version,
      'mcp-session-id': version === undefined ? this.#name : undefined,
      ...(version === undefined
        ? {}
        : { 'mcp-method': method, 'mcp-name': member(params, 'name') ?? member(params, 'uri') }),
    }
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? [[name, value]] : [],
      ),
    )
  }

  #fail(id: unknown, code: number, message: string): void {
    this.#relay.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }
}

/** Yields the lines that are not empty. Throws `command_failed` for a line that is too long. */
async function* linesOf(
  input: AsyncIterable<string | Uint8Array> | readonly never[],
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of input) {
    const parts = (
      rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
    ).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > maxMessageLength)
      throw new ServiceError('command_failed', {
        reason: englishText(`A message is longer than ${maxMessageLength} bytes.`),
      })
    yield* parts.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}

function parseMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Yields the messages of a response as they arrive: a JSON text, or the data of server-sent events. */
async function* messagesIn({ body }: Response, type: string): AsyncGenerator<Message> {
  const isStream = type.startsWith('text/event-stream')
  let whole = ''
  for await (const line of linesOf(body ?? [])) {
    if (!isStream) whole += line
    else if (line.startsWith('data:')) yield* parsed(line.slice('data:'.length))
  }
  if (isStream) return
  yield* parsed(whole)
}

function* parsed(text: string): Generator<Message> {
  const message = parseMessage(text)
  if (message !== undefined) yield message
}

function versionOf(answer: Message): string | undefined {
  const version = member(answer['result'], 'protocolVersion')
  return typeof version === 'string' ? version : undefined
}

/** Returns the `detail` of an error response of the service. */
function detailOf({ detail }: Message): string | undefined {
  return typeof detail === 'string' ? detail : undefined
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function unreachable(address: string, error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: error }
  return `${address} cannot be reached: ${reasonOf(cause ?? error)}`
}
