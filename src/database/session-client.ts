/** Clients of the driver for special connections: through a pooler, and to one of several hosts. */
import { Client } from 'pg'
import type pg from 'pg'
import type { PrimaryFinder } from './primary.ts'

type ClientClass = new (config?: pg.ClientConfig) => Client

const startupConfiguration: unknown = Reflect.get(Client.prototype, 'getStartupConf')
const sendQuery: unknown = Reflect.get(Client.prototype, 'query')
const openConnection: unknown = Reflect.get(Client.prototype, 'connect')

const call = (method: unknown, target: object, ...values: readonly unknown[]): unknown =>
  typeof method === 'function' ? Reflect.apply(method, target, values) : undefined

/**
 * Returns a client class for connections through a pooler: time zone and date style are parameters of the connection,
 * which the pooler sets on every server connection. Names of statements are removed, because the pooler does not keep
 * prepared statements.
 */
export function pooledClient(base: ClientClass, timeZone: string): ClientClass {
  class PooledClient extends base {}
  Object.assign(PooledClient.prototype, {
    getStartupConf(this: Client): object {
      return { ...Object(call(startupConfiguration, this)), TimeZone: timeZone, DateStyle: 'ISO, MDY' }
    },
    query(this: Client, config: unknown, ...rest: readonly unknown[]): unknown {
      return call(sendQuery, this, withoutName(config), ...rest)
    },
  })
  return PooledClient
}

/** Removes the name of a query. Objects that submit themselves have no names. */
function withoutName(config: unknown): unknown {
  if (typeof config !== 'object' || config === null || 'submit' in config || !('name' in config))
    return config
  const { name: _, ...unnamed } = config
  return unnamed
}

/** Returns a client class that connects to the host that currently accepts writes. */
export function primaryClient(base: ClientClass, primary: PrimaryFinder): ClientClass {
  class PrimaryClient extends base {}
  Object.assign(PrimaryClient.prototype, {
    connect(this: Client, callback?: (error: unknown) => void): Promise<void> | undefined {
      const connecting = connectTo(this, primary)
      if (callback === undefined) return connecting
      void report(connecting, callback)
      return undefined
    },
  })
  return PrimaryClient
}

/** Calls the callback in a separate turn, so that its errors are not attributed to the connection. */
async function report(connecting: Promise<void>, callback: (error: unknown) => void): Promise<void> {
  let failure: unknown
  try {
    await connecting
  } catch (error) {
    failure = error
  }
  setImmediate(callback, failure)
}

function placeOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 5432 : Number(port) }
}

/** Returns whether the client is connected to the host of a URL. */
export function isConnectedTo(client: pg.PoolClient, url: string): boolean {
  const { host, port } = placeOf(url)
  return Reflect.get(client, 'host') === host && Reflect.get(client, 'port') === port
}

async function connectTo(client: Client, primary: PrimaryFinder): Promise<void> {
  const place = placeOf(await primary.find())
  // The timeout of the pool has expired meanwhile.
  if (client.connection.stream.destroyed) throw new Error('timeout expired')
  Object.assign(client, place)
  try {
    await call(openConnection, client)
  } catch (error) {
    primary.doubt()
    throw error
  }
}
