/** Generates load in a separate process, so that only the work of the service counts for the service. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface HttpLoad {
  readonly kind: 'http'
  readonly url: string
  readonly authorization: string
  readonly paths: readonly string[]
  /** Body to be posted, in which `[<id>]` stands for a text that is another one in each request. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

export interface SqlLoad {
  readonly kind: 'sql'
  readonly databaseUrl: string
  readonly text: string
  readonly values: readonly (readonly unknown[])[]
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

/** Keeps all connections busy for some seconds. Throws if a request fails. */
export async function runLoad(load: HttpLoad | SqlLoad): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'))
  child.send(load)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that makes the load ended with exit code ${String(code)}.`)
  })
  const told = once(child, 'message').then(([message]: LoadResult[]) => message!)
  const result = await Promise.race([told, ended])
  ended.catch(() => undefined)
  child.disconnect()
  if (result.failures > 0) throw new Error(`${result.failures} requests under load failed.`)
  return result
}
