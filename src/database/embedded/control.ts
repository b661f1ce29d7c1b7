/** Implements `planctl database start | stop | status` for the embedded server. */
import { setTimeout as delay } from 'node:timers/promises'
import { tryLock } from './exclusive-lock.ts'
import { holdServer } from './hold.ts'
import { openSocket } from './open-socket.ts'
import { runningServer, stopOrphan } from './orphan.ts'
import { embeddedPaths } from './paths.ts'
import { onAnswer, send, type KeeperAnswer, type KeeperRequest, type ReadyAnswer } from './protocol.ts'
import { followed } from './reachable-place.ts'

export type ServerStatus =
  | { readonly state: 'stopped'; readonly data: string | undefined }
  /** `holders` is the number of servers and commands that use it; `kept`: it runs until it is stopped. */
  | ({ readonly state: 'running' } & Omit<ReadyAnswer, 'state'>)
  /** Runs without a keeper, because the keeper was killed; the next start replaces it. */
  | { readonly state: 'orphaned'; readonly pid: number; readonly data: string }

export type StopOutcome =
  | { readonly outcome: 'stopped' | 'was not running' }
  /** Others use it, and `force` was not given. */
  | { readonly outcome: 'in use'; readonly holders: number }

/** Starts the server if it is not running, and keeps it running until it is stopped. */
export async function startEmbedded(folder: string, archive?: string): Promise<ServerStatus> {
  const hold = await holdServer(folder, { archive })
  try {
    await ask(folder, { ask: 'keep' })
  } finally {
    hold.release()
  }
  return embeddedStatus(folder)
}

export async function embeddedStatus(folder: string): Promise<ServerStatus> {
  const answer = await ask(folder, { ask: 'status' })
  if (answer?.state === 'ready') return { ...answer, state: 'running' }
  const data = followed(embeddedPaths(folder).data)
  const pid = data === undefined ? undefined : await runningServer(data)
  return pid === undefined || data === undefined
    ? { state: 'stopped', data }
    : { state: 'orphaned', pid, data }
}

/**
 * Stops the server and waits until it has ended. While others use it, it is stopped only with `force`: their
 * statements fail, and a process that still needs the server starts it again.
 */
export async function stopEmbedded(folder: string, force = false): Promise<StopOutcome> {
  const paths = embeddedPaths(folder)
  const data = followed(paths.data)
  if (data === undefined) return { outcome: 'was not running' }
  const answer = await ask(folder, { ask: 'stop', force })
  if (answer?.state === 'held') return { outcome: 'in use', holders: answer.holders }
  // The lock is free after the keeper has ended, unless another process has already started the next one.
  let lock = tryLock(paths.lock)
  for (; lock === undefined; lock = tryLock(paths.lock)) {
    if ((await ask(folder, { ask: 'status' })) !== undefined) return { outcome: 'stopped' }
    await delay(25)
  }
  try {
    const orphan = await stopOrphan(data)
    return { outcome: answer === undefined && orphan === undefined ? 'was not running' : 'stopped' }
  } finally {
    lock.release()
  }
}

/** Returns the keeper's answer; undefined if there is no keeper or if it ended without an answer. */
async function ask(folder: string, request: KeeperRequest): Promise<KeeperAnswer | undefined> {
  const socket = await openSocket(embeddedPaths(folder).socket)
  if (socket === undefined) return undefined
  return new Promise((resolve) => {
    onAnswer(socket, (answer) => {
      resolve(answer)
      socket.destroy()
    })
    socket.once('close', () => resolve(undefined))
    send(socket, request)
  })
}
