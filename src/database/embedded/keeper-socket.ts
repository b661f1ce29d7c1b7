/**
 * The socket of a keeper: counts the holders of the server, answers requests, and reports when the server is no
 * longer needed.
 */
import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { KeeperConfig } from './keeper-config.ts'
import { onRequest, send, type KeeperAnswer, type KeeperRequest, type ReadyAnswer } from './protocol.ts'

/** Properties of a server that accepts connections. */
export type RunningServer = Pick<ReadyAnswer, 'pid' | 'port' | 'data' | 'version'>

export interface KeeperSocket {
  /** Sends the address of the server to all clients, now and when they connect; undefined while it is starting. */
  serve(server: RunningServer | undefined): void
  /** Informs all clients that the server could not be started. */
  fail(reason: string): void
  close(): void
}

/**
 * Opens the socket before the server is started: clients that connect while it starts or recovers wait for the
 * answer. `onStop` is called when the server must be stopped. The caller must hold the keeper's lock.
 */
export async function openKeeperSocket(
  path: string,
  { grace }: Pick<KeeperConfig, 'grace'>,
  onStop: () => void,
): Promise<KeeperSocket> {
  const sockets = new Set<Socket>()
  const holders = new Set<Socket>()
  let kept = false
  let running: RunningServer | undefined
  let idle: NodeJS.Timeout | undefined

  function watchIdleness(): void {
    clearTimeout(idle)
    if (running === undefined || kept || holders.size > 0) return
    idle = setTimeout(onStop, grace)
  }

  function greet(socket: Socket): void {
    if (running === undefined) return
    send(socket, { state: 'ready', keeper: process.pid, holders: holders.size, kept, ...running })
  }

  const handlers: Record<KeeperRequest['ask'], (socket: Socket, request: KeeperRequest) => void> = {
    hold: (socket) => {
      holders.add(socket)
      greet(socket)
    },
    status: greet,
    keep: (socket) => {
      kept = true
      greet(socket)
    },
    stop: (socket, request) => {
      kept = false
      if (holders.size > 0 && 'force' in request && !request.force) {
        send(socket, { state: 'held', holders: holders.size })
        return
      }
      send(socket, { state: 'stopping' })
      onStop()
    },
  }

  // A killed keeper leaves its socket file.
  await rm(path, { force: true })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      holders.delete(socket)
      watchIdleness()
    })
    onRequest(socket, (request) => {
      handlers[request.ask](socket, request)
      watchIdleness()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

  const tell = (message: KeeperAnswer): void => {
    for (const socket of sockets) send(socket, message)
  }
  return {
    serve: (next) => {
      running = next
      for (const socket of sockets) greet(socket)
      watchIdleness()
    },
    fail: (reason) => tell({ state: 'failed', reason }),
    close: () => {
      clearTimeout(idle)
      server.close()
      for (const socket of sockets) socket.end()
    },
  }
}
