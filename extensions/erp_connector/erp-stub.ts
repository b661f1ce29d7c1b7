/**
 * A small ERP for tests of the connector: `node erp-stub.ts --file=orders.jsonl --port=9100 --reject=<item>`. It
 * stores its orders in a file, accepts each key once, and behaves as `--plan` says, one behavior per request: `ok`,
 * `500` (stores the order and fails), `down` (fails and stores nothing), `late` (responds after three seconds),
 * `twice` (sends its response twice), `later` (responds 202), `die` (stores the order and ends), `hold` and
 * `hold-kept` (never respond; the latter stores the order).
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const { values: given } = parseArgs({
  options: {
    file: { type: 'string', default: 'erp-orders.jsonl' },
    port: { type: 'string', default: '9100' },
    plan: { type: 'string', default: '' },
    reject: { type: 'string', default: '' },
  },
})
const { file, reject } = given
const plan = given.plan.split(',').filter((behaviour) => behaviour !== '')

interface Kept {
  readonly key: string
  readonly reference: string
  readonly receipt: 'accepted' | 'rejected'
  readonly number?: string
  readonly reason?: string
}

const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
const orders = new Map(
  lines
    .filter((line) => line !== '')
    .map((line): Kept => JSON.parse(line))
    .map((order) => [order.key, order]),
)

/** Stores an order and returns its receipt; for a known key it returns the earlier receipt. */
function keep(order: Readonly<Record<'key' | 'reference' | 'item', string>>): Kept {
  const known = orders.get(order.key)
  if (known !== undefined) return known
  const { key, reference } = order
  const kept: Kept =
    order.item === reject
      ? { key, reference, receipt: 'rejected', reason: `The item ${order.item} is blocked` }
      : { key, reference, receipt: 'accepted', number: `ERP-${orders.size + 1}` }
  orders.set(key, kept)
  appendFileSync(file, `${JSON.stringify(kept)}\n`)
  return kept
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const order: Readonly<Record<'key' | 'reference' | 'item', string>> = JSON.parse(await text(request))
  const behaviour = plan.shift() ?? 'ok'
  if (behaviour === 'hold') return say(`hold ${order.reference}`)
  if (behaviour === 'down') return void response.writeHead(503).end()
  if (behaviour === 'later') return void response.writeHead(202).end()
  const body = JSON.stringify(keep(order))
  if (behaviour === 'hold-kept') return say(`hold-kept ${order.reference}`)
  if (behaviour === 'die') process.kill(process.pid, 'SIGKILL')
  if (behaviour === '500') return void response.writeHead(500).end()
  if (behaviour === 'late') await delay(3_000)
  if (behaviour === 'twice') {
    const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    response.socket?.end(answer + answer)
  } else {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
  say(`answered ${order.reference}`)
}

const server = createServer((request, response) => void receive(request, response))
server.listen(Number(given.port), '127.0.0.1', () => {
  const address = server.address()
  say(`ready http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
