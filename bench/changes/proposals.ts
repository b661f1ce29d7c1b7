/**
 * Benchmark of a proposal with the maximum number of edits: saving, checking and applying it, compared with writing
 * the same records.
 */
import { operatorPrincipal } from '../../src/auth/operator.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { buildModel } from '../../src/model/model.ts'
import { applyProposal } from '../../src/proposals/apply-proposal.ts'
import { maxEdits } from '../../src/model/proposals.ts'
import { atMostTimes, type Figure, median, timed } from '../support/figures.ts'

/** Maximum time of checking, and of applying, in relation to writing the records. */
const limit = 3

type Send = (method: string, path: string, body?: unknown) => Promise<string>

/** Applies a proposal like the task for proposals of this size, but within this process. */
export async function applyAsTask(databaseUrl: string, id: number): Promise<void> {
  const database = connectDatabase({
    url: databaseUrl,
    timeZone: 'Europe/Brussels',
    poolSize: 4,
    applicationName: 'bench',
  })
  try {
    const principal = await operatorPrincipal(database, 'en')
    const actor = { userId: null, channel: 'task' } as const
    const place = { control: database, home: database, scenario: 'default' }
    const context = { ...place, model: buildModel(), storages: new Map(), actor }
    await applyProposal({ ...context, timeZone: 'Europe/Brussels' }, id, { principal, rules: {} })
  } finally {
    await database.close()
  }
}

export async function benchProposals(
  send: Send,
  databaseUrl: string,
  {
    names,
    rounds,
    settle,
  }: {
    /** Keys of sales orders. */
    readonly names: readonly string[]
    readonly rounds: number
    readonly settle: () => Promise<void>
  },
): Promise<readonly Figure[]> {
  const keys = names.slice(0, maxEdits)
  const [writes, saves, checks, applies]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const quantity = (index: number): number => 1_000 * (round + 1) + index + 0.25
    const records = keys.map((name, index) => ({ name, quantity: quantity(index) }))
    writes.push(await timed(() => send('PATCH', '/api/input/demand/', records)))
    await settle()
    const edits = keys.map((key, index) => ({
      entity: 'input.demand',
      action: 'update',
      key,
      fields: { quantity: quantity(index) + 0.5 },
    }))
    let id = 0
    saves.push(
      await timed(async () => {
        const made = await send('POST', '/api/proposals/', { title: 'bench', submit: true, edits })
        id = Number(Object(JSON.parse(made)).id)
      }),
    )
    await settle()
    checks.push(await timed(() => send('GET', `/api/proposals/${id}/`)))
    applies.push(await timed(() => applyAsTask(databaseUrl, id)))
    await settle()
  }
  const reference = median(writes)
  const figure = (work: string, times: readonly number[]): Figure => {
    const ours = median(times)
    return {
      work,
      rows: names.length,
      records: keys.length,
      unit: 'ms',
      ours,
      reference,
      against: 'writing the records',
      bar: atMostTimes(limit, ours, reference),
    }
  }
  return [
    figure('saving a proposal', saves),
    figure('checking a proposal', checks),
    figure('applying a proposal', applies),
  ]
}
