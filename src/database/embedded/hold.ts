/**
 * Holds the embedded server: connects to the keeper of the installation or starts one, waits until the server is
 * ready, and keeps it running until released. If the keeper ends meanwhile, another one is started.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, statfsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../errors/service-error.ts'
import { readPassword } from './cluster.ts'
import type { KeeperConfig } from './keeper-config.ts'
import { openSocket } from './open-socket.ts'
import { embeddedPaths } from './paths.ts'
import { onAnswer, send, type ReadyAnswer } from './protocol.ts'
import { serviceRole } from './service-role.ts'

export interface ServerHold {
  /** Returns the current address of a database of the server; a restart may change the port. */
  url(database: string): string
  readonly server: ReadyAnswer
  /** Releases the server. It stops shortly after the last holder has released it. */
  release(): void
}

export interface HoldOptions {
  readonly ephemeral?: boolean
  /** Folder in which the server archives its log if it is started now. */
  readonly archive?: string | undefined
  /**
   * Time for which the server continues without holders, in milliseconds, so that the next command finds it running.
   */
  readonly grace?: number
  /** Called when the keeper is lost and when a new one is ready. */
  readonly onEvent?: (message: string) => void
}

/** Timeout of the keeper to open its socket, in milliseconds. The server itself may take longer. */
const keeperTimeoutMs = 60_000

/** Holds the server whose files are in `folder` (`<VAR>/postgres`). Throws `unusable_database` with the reason. */
export async function holdServer(folder: string, options: HoldOptions = {}): Promise<ServerHold> {
  const { archive, ephemeral = false, grace = 2000 } = options
  const config = { folder, grace, ephemeral, archive }
  const released = new AbortController()
  let current = await connect(config)
  // The keeper has created the password before.
  const password = await readPassword(embeddedPaths(folder).password)

  function follow(): void {
    onAnswer(current.socket, (answer) => {
      if (answer.state === 'ready') current = { ...current, server: answer }
    })
    current.socket.once('close', () => {
      if (!released.signal.aborted) void recover()
    })
  }

  async function recover(): Promise<void> {
    options.onEvent?.('The keeper of the embedded database has ended; starting another one.')
    for (let pause = 100; !released.signal.aborted; pause = Math.min(5000, pause * 2)) {
      try {
        current = await connect(config)
        if (released.signal.aborted) current.socket.destroy()
        else follow()
        return options.onEvent?.(`The embedded database runs again on port ${current.server.port}.`)
      } catch (error) {
        options.onEvent?.(String(error))
        await delay(pause)
      }
    }
  }

  follow()
  return {
    url: (database) => `postgres://${serviceRole}:${password}@127.0.0.1:${current.server.port}/${database}`,
    get server() {
      return current.server
    },
    release: () => {
      released.abort()
      current.socket.destroy()
    },
  }
}

/** With less free space PostgreSQL does not start; it needs a segment of its log, and keeper.log may be cut. */
const leastFreeBytes = 20 * 2 ** 20

interface Connection {
  readonly socket: Socket
  readonly server: ReadyAnswer
}

async function connect(config: KeeperConfig): Promise<Connection> {
  const { socket: socketPath, keeperLog } = embeddedPaths(config.folder)
  let keeper: ChildProcess | undefined
  for (const deadline = Date.now() + keeperTimeoutMs; Date.now() < deadline; await delay(25)) {
    const socket = await openSocket(socketPath)
    if (socket === undefined) {
      // While another keeper is ending, the new one waits or ends; then it is started again.
      if (keeper === undefined || keeper.exitCode !== null || keeper.signalCode !== null) {
        keeper = spawnKeeper(config, keeperLog)
      }
      continue
    }
    const server = await whenReady(socket)
    if (server !== undefined) return { socket, server }
  }
  const { bavail, bsize } = statfsSync(config.folder)
  const reason =
    bavail * bsize < leastFreeBytes
      ? `The embedded database did not start: the disk of ${config.folder} is full. Free some space.`
      : `The embedded database did not start. ${keeperLog} says why.`
  throw new ServiceError('unusable_database', { reason })
}

/** Waits until the server accepts connections; undefined if the keeper ended without an answer. */
function whenReady(socket: Socket): Promise<ReadyAnswer | undefined> {
  return new Promise((resolve, reject) => {
    onAnswer(socket, (answer) => {
      if (answer.state === 'ready') resolve(answer)
      if (answer.state === 'failed') reject(new ServiceError('unusable_database', { reason: answer.reason }))
    })
    socket.once('close', () => resolve(undefined))
    send(socket, { ask: 'hold' })
  })
}

function spawnKeeper(config: KeeperConfig, logFile: string): ChildProcess {
  mkdirSync(config.folder, { recursive: true })
  const log = openSync(logFile, 'a', 0o600)
  const { NODE_OPTIONS: _own, ...env } = process.env
  // Detached, so that Ctrl-C in a terminal does not end the keeper, which stops the server in an orderly way.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), JSON.stringify(config)], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env,
  })
  closeSync(log)
  keeper.on('error', () => undefined)
  keeper.unref()
  return keeper
}
