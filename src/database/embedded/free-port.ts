/** Finds a TCP port on the loopback interface. */
import { createServer } from 'node:net'

/** Returns the wanted port if it is free, otherwise any free one. */
export async function freePort(wanted: number | undefined): Promise<number> {
  const found = wanted === undefined ? undefined : await tryPort(wanted)
  const port = found ?? (await tryPort(0))
  if (port === undefined) throw new Error('No free port on 127.0.0.1.')
  return port
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
