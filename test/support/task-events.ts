/** Reads the server-sent events of tasks. */
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { requireContract } from './contract.ts'
import { goodPassword } from './good-password.ts'
import type { TaskServer } from './task-server.ts'

interface TaskEventReader {
  /** Id of the last event that the reader has. */
  readonly last?: string
  /** Name of the user; by default the superuser `admin`. */
  readonly as?: string
}

/** Reads events until the text satisfies `enough`. */
export async function readTaskEvents(
  { address }: Pick<TaskServer, 'address'>,
  path: string,
  enough: (text: string) => boolean,
  { last, as = 'admin' }: TaskEventReader = {},
): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(address + path, {
    signal: abort.signal,
    headers: {
      authorization: encodeBasic({ name: as, password: goodPassword }),
      ...(last === undefined ? {} : { 'last-event-id': last }),
    },
  })
  requireContract('GET', path, response)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true })
    if (enough(text)) break
  }
  abort.abort()
  return text
}
