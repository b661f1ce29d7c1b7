/** One user with hundreds of connections: the others still get their share of the database. */
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { startAttackedService } from '../support/attacks/attacked-service.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'

const connections = scale({ short: 120, full: 300 })
const pages = ['/api/input/item/?limit=100', '/api/input/item/?limit=100&name__contains=00&ordering=-cost']

test(
  'a user who asks for pages over hundreds of connections waits behind the others',
  { timeout: scale({ short: 60_000, full: 120_000 }) },
  async () => {
    await using service = await startAttackedService()
    const { hostname, port } = new URL(service.url)
    const statuses = new Map<number, number>()
    const ask = (path: string, agent: Agent): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: service.authorization() }
        const sent = request({ hostname, port, path, agent, headers }, (response) => {
          response.on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', reject)
          response.resume()
        })
        sent.on('error', reject)
        sent.end()
      })
    const report = await service.measure((signal) => {
      const agent = new Agent({ keepAlive: true, maxSockets: connections })
      const loop = async (index: number): Promise<void> => {
        while (!signal.aborted) {
          const status = await ask(pages[index % pages.length]!, agent)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      const running = Array.from({ length: connections }, (_, index) => loop(index))
      return Promise.resolve({
        [Symbol.asyncDispose]: async () => {
          await Promise.all(running)
          agent.destroy()
        },
      })
    })
    expectUnaffected(`${connections} connections of one user`, report)
    expect(statuses.get(200)).toBeGreaterThan(0)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  },
)
