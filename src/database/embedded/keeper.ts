/**
 * The process that keeps the embedded server: PostgreSQL runs as its child, and everybody who needs the
 * database holds a connection to it. When the last one closes, be it by kill -9, it stops the server and
 * ends. Started by `hold.ts`; at most one per installation, guarded by a lock of the kernel.
 */
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock, type ExclusiveLock } from './exclusive-lock.ts'
import { freePort } from './free-port.ts'
import { anotherKeeper, parseKeeperConfig } from './keeper-config.ts'
import { embeddedPaths } from './paths.ts'
import { startPostmaster, type Postmaster } from './postmaster.ts'
import { onRequest, send, type KeeperAnswer, type ReadyAnswer } from './protocol.ts'
import { followed } from './reachable-place.ts'
import { prepareServer } from './server-place.ts'

const config = parseKeeperConfig(process.argv[2] ?? '')
const paths = embeddedPaths(config.folder)
const sockets = new Set<Socket>()
const holders = new Set<Socket>()
let kept = false
let postmaster: Postmaster | undefined
let data = ''
let idle: NodeJS.Timeout | undefined
const stopRequested = Promise.withResolvers<void>()

function log(message: string): void {
  console.log(`${new Date().toISOString()} keeper ${process.pid}: ${message}`)
}

/** The lock, or nothing when another keeper serves. One that is just ending is waited for. */
async function acquireLock(): Promise<ExclusiveLock | undefined> {
  for (;;) {
    const lock = tryLock(paths.lock)
    if (lock !== undefined) return lock
    if (await answers(paths.socket)) return undefined
    await delay(50)
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Listens from the start: whoever connects while the server is starting or recovering waits for the answer. */
async function listen(): Promise<Server> {
  await rm(paths.socket, { force: true })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      holders.delete(socket)
      watchIdleness()
    })
    onRequest(socket, (request) => {
      if (request.ask === 'hold') holders.add(socket)
      if (request.ask === 'keep') kept = true
      if (request.ask === 'stop') {
        if (holders.size > 0 && !request.force) send(socket, { state: 'held', holders: holders.size })
        else {
          send(socket, { state: 'stopping' })
          stopRequested.resolve()
        }
      }
      watchIdleness()
      // Whoever comes before the server is ready is answered once it is.
      if (request.ask !== 'stop' && postmaster !== undefined) send(socket, ready(postmaster))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(paths.socket, resolve)
  })
  return server
}

function ready({ pid, port }: Postmaster): ReadyAnswer {
  return { state: 'ready', keeper: process.pid, pid, port, data, holders: holders.size, kept }
}

function announce(message: KeeperAnswer): void {
  for (const socket of sockets) send(socket, message)
}

function watchIdleness(): void {
  clearTimeout(idle)
  if (postmaster === undefined || kept || holders.size > 0) return
  idle = setTimeout(() => stopRequested.resolve(), config.grace)
}

function lastPort(): number | undefined {
  try {
    return Number(readFileSync(paths.port, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * Starts the server. Failing to is tried again for a while: another program may have taken the port in
 * between, and after a crash of the server its last sessions must have ended.
 */
async function start(): Promise<Postmaster> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const place = await prepareServer(paths, !config.ephemeral)
    data = place.data
    try {
      const started = await startPostmaster({ ...place, port: await freePort(lastPort()) })
      await writeFile(paths.port, String(started.port), { mode: 0o600 })
      return started
    } catch (error) {
      if (Date.now() > deadline) throw error
      log(`${String(error)} Trying again.`)
      await delay(500)
    }
  }
}

/** Runs the server until it is to stop; starts it again when it ends by itself. */
async function keep(): Promise<void> {
  let stopping = false
  void stopRequested.promise.then(() => {
    stopping = true
  })
  while (!stopping) {
    const started = await start()
    postmaster = started
    log(`PostgreSQL runs as process ${started.pid} on port ${started.port}.`)
    announce(ready(started))
    watchIdleness()
    await Promise.race([started.ended, stopRequested.promise])
    postmaster = undefined
    if (!stopping) log('PostgreSQL has ended unexpectedly; it is started again.')
    else await started.stop()
  }
}

async function main(): Promise<number> {
  process.umask(0o077)
  await mkdir(config.folder, { recursive: true, mode: 0o755 })
  const lock = await acquireLock()
  if (lock === undefined) return anotherKeeper
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopRequested.resolve())
  process.on('SIGHUP', () => undefined)
  const server = await listen()
  let code = 0
  try {
    await keep()
  } catch (error) {
    log(String(error))
    announce({ state: 'failed', reason: error instanceof Error ? error.message : String(error) })
    code = 1
  }
  server.close()
  for (const socket of sockets) socket.end()
  if (config.ephemeral) await removeAll()
  log('Ended.')
  // The lock goes last: until then a new keeper waits.
  lock.release()
  return code
}

async function removeAll(): Promise<void> {
  const place = followed(paths.data)
  if (place !== undefined) await rm(dirname(place), { recursive: true, force: true })
  await rm(config.folder, { recursive: true, force: true })
}

process.exit(await main())
