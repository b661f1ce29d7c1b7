/**
 * Sends orders while the connector and the ERP are killed: every order arrives once, and its receipt is the one that
 * the ERP returned.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { releaseOrders } from '../../src/planning/release/release-orders.ts'
import { openTaskInstallation, type TaskInstallation } from '../../test/support/tasks.ts'
import { deleteWhere, type JsonRecord, rowsOf, write } from '../../test/support/records.ts'
import { buildUser } from '../../test/support/users.ts'
import { until } from '../../test/support/wait.ts'

// Each step is a separate process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

/**
 * Behavior of the ERP, one per request. The connector is killed while the ERP holds a request, and directly after the
 * ERP has responded.
 */
const behaviours = ['ok', 'hold', 'hold-kept', '500', 'late', 'twice', 'later', 'die', 'down', 'ok', 'twice']

/** Returns the items in a random order that is the same in every run, unless ERP_SEED sets another seed. */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed
  return items
    .map((item) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return { item, place: state }
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

class Erp {
  readonly file: string
  readonly #port: number
  #plan: readonly string[]
  #child: ChildProcess | undefined
  said: string[] = []
  url = ''

  constructor(folder: string, plan: readonly string[], port = 0) {
    this.file = join(folder, 'orders.jsonl')
    this.#plan = plan
    this.#port = port
  }

  async start(port = this.#port): Promise<void> {
    const stub = join(import.meta.dirname, 'erp-stub.ts')
    const options = [
      `--port=${port}`,
      `--file=${this.file}`,
      '--reject=blocked',
      `--plan=${this.#plan.join()}`,
    ]
    const child = spawn(process.execPath, [stub, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.said.push(line)
      const [, url] = /^ready (.*)$/.exec(line) ?? []
      if (url !== undefined) this.url = url
    })
    this.url = ''
    await until('the ERP is ready', () => this.url !== '')
  }

  /** Restarts an ended ERP at the same address, with the rest of the plan. */
  async revive(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) return
    const { port } = new URL(this.url)
    this.#plan = this.#plan.slice(this.#plan.indexOf('die') + 1)
    await this.start(Number(port))
  }

  async end(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  orders(): readonly JsonRecord[] {
    if (!existsSync(this.file)) return []
    const lines = readFileSync(this.file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line): JsonRecord => JSON.parse(line))
  }
}

let installation: TaskInstallation
let context: DataContext
let erp: Erp

beforeAll(async () => {
  installation = await openTaskInstallation({ EXTENSIONS: import.meta.dirname })
  const userId = await buildUser(installation.database, { username: 'ann', rights: { default: 'superuser' } })
  context = installation.service.dataContext({ scenario: 'default', actor: { userId, channel: 'api' } })
  erp = new Erp(installation.folder, shuffled(behaviours, Number(process.env['ERP_SEED'] ?? 5)))
  await erp.start()
  await installation.startWorkerProcess({ env: { ERP_URL: erp.url } })
})
afterAll(async () => {
  await erp.end()
  await installation[Symbol.asyncDispose]()
})

async function release(references: readonly string[], item = 'wheel'): Promise<void> {
  const orders = references.map((reference) => ({
    reference,
    item,
    location: 'here',
    supplier: 'ACME',
    quantity: 2,
    status: 'proposed',
    ordering_date: '2026-12-01T00:00:00',
  }))
  await write(context, 'input.purchaseorder', orders)
  expect((await releaseOrders(context, references)).released).toHaveLength(references.length)
}

const releases = (): Promise<readonly JsonRecord[]> => rowsOf(context, 'orderrelease', '"reference"')
const isOpen = ({ receipt }: JsonRecord): boolean => receipt === null

/**
 * Runs the task to its end. Kills its process while the ERP holds a request, and the first times that the ERP has
 * responded to one.
 */
async function run(kills: { answered: number }): Promise<void> {
  const seen = erp.said.length
  const id = await installation.launch('erp_handover', { timeout: 1 })
  await until('the run ends', async () => {
    await erp.revive()
    const news = erp.said.slice(seen)
    const isKilled =
      news.some((line) => line.startsWith('hold')) ||
      (kills.answered > 0 && news.some((line) => line.startsWith('answered')))
    const { finished } = await installation.record(id)
    if (finished !== null) return true
    if (!isKilled) return false
    const pid = await installation.processOf(id)
    process.kill(pid, 'SIGKILL')
    kills.answered -= 1
    await installation.ended(id)
    return true
  })
}

describe('handing orders over', () => {
  it('gives each to the ERP once, wherever either of them is killed', async () => {
    const references = Array.from({ length: 9 }, (_, index) => `PO ${index}`)
    await release(references)
    await release(['PO blocked'], 'blocked')
    const kills = { answered: 2 }
    let runs = 0
    while ((await releases()).some(isOpen)) {
      expect(runs).toBeLessThan(20)
      await run(kills)
      runs += 1
    }
    const orders = erp.orders()
    expect(orders.map(({ reference }) => String(reference)).toSorted()).toEqual([...references, 'PO blocked'])
    const told = new Map(orders.map((order) => [order['key'], order]))
    for (const { key, receipt, erpnumber, reason, reference } of await releases()) {
      const order = told.get(key)
      expect([order?.['reference'], order?.['receipt']]).toEqual([reference, receipt])
      expect([order?.['number'] ?? null, order?.['reason'] ?? null]).toEqual([erpnumber, reason])
    }
    expect(runs).toBeGreaterThan(3)
    // A run is certainly killed while the ERP holds its request.
    expect(erp.said.filter((line) => line.startsWith('hold'))).toHaveLength(2)
    const { rows } = await installation.database.query({
      text: 'SELECT "kind", "message"::json->>\'code\' AS "code" FROM control."notice"',
    })
    expect(rows).toEqual([{ kind: 'release', code: 'releases_rejected' }])
  })

  it('leaves out what is a proposal again, and hands nothing over twice', async () => {
    await release(['PO gone', 'PO stays'])
    await deleteWhere(context, 'input.purchaseorder', `t."reference" = 'PO gone'`)
    const before = erp.orders().length
    const task = await installation.ended(await installation.launch('erp_handover'))
    expect(task).toMatchObject({
      status: 'Done',
      message: 'Orders: 1 accepted, 0 rejected, 0 not answered yet, 1 withdrawn.',
    })
    expect(await installation.log(task)).toContain('PO PO gone is a proposal again, or gone')
    const again = await installation.ended(await installation.launch('erp_handover'))
    expect(again.message).toContain('0 accepted')
    expect(erp.orders()).toHaveLength(before + 1)
  })

  it('does not send what was withdrawn meanwhile, and reports what was withdrawn while it was sent', async () => {
    const { port } = new URL(erp.url)
    await erp.end()
    erp = new Erp(installation.folder, ['late'], Number(port))
    await erp.start()
    await release(['PO 1 slow', 'PO 2 next', 'PO 3 stays'])
    const before = erp.orders().length
    const id = await installation.launch('erp_handover')
    await until('the ERP holds the first order', () => erp.orders().length > before)
    await deleteWhere(context, 'input.purchaseorder', `t."reference" IN ('PO 1 slow', 'PO 2 next')`)
    const task = await installation.ended(id)
    expect(task.message).toContain('Orders: 2 accepted, 0 rejected, 0 not answered yet, ')
    expect(erp.orders().map(({ reference }) => reference)).not.toContain('PO 2 next')
    const log = await installation.log(task)
    expect(log).toMatch(/PO PO 1 slow: accepted ERP-\d+, but meanwhile .*Cancel it in the ERP/)
    expect(log).toContain('PO PO 2 next is a proposal again, or gone: it was not handed over.')
  })

  it('fails while the ERP is down, and is for production alone', async () => {
    await release(['PO later'])
    await erp.end()
    const task = await installation.ended(await installation.launch('erp_handover', { limit: 10 }))
    expect(task.status).toBe('Failed')
    expect(task.message).toMatch(/^The ERP does not take orders .* 0 accepted/)
    expect((await releases()).filter(isOpen)).toHaveLength(3)
    await expect(installation.launch('erp_handover', {}, 'scenario1')).rejects.toThrow(/production/)
  })
})
