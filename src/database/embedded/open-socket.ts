/** Connects to a local socket. */
import { createConnection, type Socket } from 'node:net'
import { ServiceError } from '../../errors/service-error.ts'

/**
 * Returns the connection; undefined if no process listens. Throws `unusable_database` if this user may not use the
 * socket.
 */
export function openSocket(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.removeAllListeners('error').on('error', () => socket.destroy())
      resolve(socket)
    })
    socket.once('error', (cause) => {
      if (!('code' in cause) || cause.code !== 'EACCES') return resolve(undefined)
      const reason = `The embedded database runs under another user, who owns ${path}. Use the service as that user.`
      return reject(new ServiceError('unusable_database', { reason }, { cause }))
    })
  })
}
