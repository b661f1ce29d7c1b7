/** Generates load by HTTP or SQL as requested by its parent, and returns the result. */
import { once } from 'node:events'
import autocannon from 'autocannon'
import { Client } from 'pg'
import { quantile } from './figures.ts'
import type { HttpLoad, LoadResult, SqlLoad } from './load.ts'

async function httpLoad(load: HttpLoad): Promise<LoadResult> {
  const { url, authorization, paths, body, connections, seconds } = load
  const posted =
    body === undefined
      ? {}
      : { method: 'POST' as const, body, headers: { 'content-type': 'application/json' } }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization },
    idReplacement: body !== undefined,
    requests: paths.map((path) => Object.assign({ path }, posted)),
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.errors + result.non2xx + result.timeouts,
  }
}

async function sqlLoad({ databaseUrl, text, values, connections, seconds }: SqlLoad): Promise<LoadResult> {
  const times: number[] = []
  const deadline = performance.now() + 1000 * seconds
  async function work(start: number): Promise<void> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    for (let turn = start; performance.now() < deadline; turn += 1) {
      const begun = performance.now()
      await client.query({ name: 'load', text, values: [...values[turn % values.length]!] })
      times.push(performance.now() - begun)
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index * 7)))
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failures: 0,
  }
}

const [load]: (HttpLoad | SqlLoad)[] = await once(process, 'message')
process.send?.(load!.kind === 'http' ? await httpLoad(load!) : await sqlLoad(load!))
