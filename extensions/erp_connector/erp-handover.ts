/**
 * The task: sends every release without a receipt to the ERP, one after the other. The receipts are the only state: a
 * run that is killed at any point needs no cleanup, and the next run continues.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type DataContext,
  defineTask,
  type OpenRelease,
  openReleases,
  recordReceipts,
  ServiceError,
  type TaskContext,
  Type,
} from 'planning-service/extension'
import { askErp, type Attempt, type Erp } from './ask-erp.ts'

/** Pauses between the attempts for one order, in milliseconds. */
const pauses = [200, 1_000]
/**
 * Number of consecutive orders without a response after which the ERP counts as unavailable. The next run retries.
 */
const mostUnknown = 3
const portion = 100

const parameters = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 1_000,
      title: 'Orders at most',
      description: 'Most orders that one run hands over.',
    }),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 300,
      default: 15,
      title: 'Seconds for an answer',
      description: 'Seconds that the ERP has to answer; after that the order is handed over again.',
    }),
  },
  { additionalProperties: false },
)

export const erpHandover = defineTask({
  about:
    'Hands released orders to the ERP, each once, and keeps what it answers: accepted with its number, or rejected with a reason.',
  help: `Hands released orders to the ERP, each once, and keeps what it answers: accepted with its number, or rejected with a reason.
ERP_URL and ERP_TOKEN in the environment of the workers say where the ERP is. Orders of production are handed over, not those of
other scenarios. A run that was killed, or that the ERP did not answer, is made good by the next one.`,
  examples: [
    ['planctl erp_handover', 'everything that was released and has no receipt'],
    ['planctl erp_handover --limit=10 --timeout=60', 'a few orders to a slow ERP'],
  ],
  parameters,
  positional: [],
  right: 'execute.run_erp_handover',
  secrets: [],
  authorize: ({ scenario }) => {
    if (scenario === 'default') return
    throw new ServiceError('command_failed', { reason: 'Only orders of production are handed to the ERP.' })
  },
  run: async (task, { limit, timeout }) => {
    const { service, scenario, actor, signal } = task
    const erp = erpOf(timeout)
    return handOver(task, service.dataContext({ scenario, actor, signal }), erp, limit)
  },
})

function erpOf(timeout: number): Erp {
  const url = URL.parse(process.env['ERP_URL'] ?? '')
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ServiceError('command_failed', { reason: 'ERP_URL is not set to the address of the ERP.' })
  return {
    url: url.href.replace(/\/$/, ''),
    token: process.env['ERP_TOKEN'],
    timeoutMs: timeout * 1_000,
  }
}

async function handOver(task: TaskContext, context: DataContext, erp: Erp, limit: number): Promise<string> {
  const { signal, log, progress } = task
  const counts = { accepted: 0, rejected: 0, waiting: 0, withdrawn: 0 }
  let [handled, unknown] = [0, 0]
  let fault: string | undefined
  let after: OpenRelease | undefined
  while (handled < limit) {
    const orders = await openReleases(context, { after, limit: Math.min(portion, limit - handled) })
    if (orders.length === 0) break
    for (const listed of orders) {
      signal.throwIfAborted()
      // Sending the orders before it takes time, in which it may have been withdrawn.
      const before = after
      const order = await present(context, before, listed)
      if (order === undefined) break
      const { type, reference, withdrawn, changed } = order
      const name = `${type} ${reference}`
      handled += 1
      after = order
      if (withdrawn) {
        counts.withdrawn += 1
        log(`${name} is a proposal again, or gone: it was not handed over.`, 'warning')
        continue
      }
      if (changed) log(`${name} was changed since: it is handed over as it was released.`, 'warning')
      progress(handled / (handled + orders.length), name)
      const attempt = await untilKnown(erp, order, signal)
      if (attempt.kind === 'receipt') {
        unknown = 0
        const isWithdrawn = (await present(context, before, order))?.withdrawn === true
        await recordReceipts(context, [attempt.receipt])
        const { receipt, number = '', reason = '' } = attempt.receipt
        counts[receipt] += 1
        const answer = `${name}: ${receipt} ${number}${reason}`.trim()
        if (receipt === 'accepted' && isWithdrawn)
          log(`${answer}, but meanwhile it is a proposal again, or gone. Cancel it in the ERP.`, 'warning')
        else log(answer, receipt === 'rejected' ? 'warning' : 'info')
      } else if (attempt.kind === 'waiting') {
        unknown = 0
        counts.waiting += 1
      } else {
        unknown += 1
        fault = attempt.reason
        log(`${name}: ${fault}`, 'warning')
        if (attempt.kind === 'refused' || unknown >= mostUnknown) throw unanswered(fault, counts)
      }
    }
  }
  if (fault !== undefined) throw unanswered(fault, counts)
  return summary(counts)
}

/** Returns a release after another one as it is now; undefined if it has a receipt meanwhile. */
async function present(
  context: DataContext,
  after: OpenRelease | undefined,
  { key }: OpenRelease,
): Promise<OpenRelease | undefined> {
  const [first] = await openReleases(context, { after, limit: 1 })
  return first?.key === key ? first : undefined
}

type Counts = Readonly<Record<'accepted' | 'rejected' | 'waiting' | 'withdrawn', number>>

function unanswered(fault: string, counts: Counts): ServiceError {
  const reason = `The ERP does not take orders (${fault}). The next run goes on. ${summary(counts)}`
  return new ServiceError('command_failed', { reason })
}

const summary = ({ accepted, rejected, waiting, withdrawn }: Counts): string =>
  `Orders: ${accepted} accepted, ${rejected} rejected, ${waiting} not answered yet, ${withdrawn} withdrawn.`

/** Retries with the same key while the result of the order is unknown. */
async function untilKnown(erp: Erp, order: OpenRelease, signal: AbortSignal): Promise<Attempt> {
  let attempt = await askErp(erp, order, signal)
  for (const pause of pauses) {
    if (attempt.kind !== 'unknown') return attempt
    await delay(pause, undefined, { signal })
    attempt = await askErp(erp, order, signal)
  }
  return attempt
}
