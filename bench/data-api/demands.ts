/** Typical demands of a company: the same in every run, each a function of its number. */

const locations = 50
const customers = 1_000
const items = 2_000
const channels = ['retail', 'wholesale', 'online', 'export', 'service', 'project', 'intercompany', 'sample']
const statuses = ['open', 'open', 'open', 'open', 'open', 'open', 'quote', 'closed', 'inquiry', 'canceled']
/** Number of orders per import from the ERP system. */
const importSize = 80
const firstDue = Date.UTC(2026, 0, 1)
const day = 86_400_000

/** Twelve fields with values, in the order of `demandColumns`. */
export interface Demand {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly subcategory: string
  readonly customer: string
  readonly item: string
  readonly location: string
  readonly due: string
  readonly status: string
  readonly quantity: number
  readonly priority: number
  readonly source: string
}

export const demandColumns = [
  'name',
  'description',
  'category',
  'subcategory',
  'customer',
  'item',
  'location',
  'due',
  'status',
  'quantity',
  'priority',
  'source',
] as const satisfies readonly (keyof Demand)[]

/** SQL statements that insert the records that demands refer to. */
export const masterData: readonly string[] = [
  `INSERT INTO "default"."location" ("name") SELECT 'Site ' || to_char(n, 'FM00') FROM generate_series(1, ${locations}) n`,
  `INSERT INTO "default"."customer" ("name") SELECT 'Customer ' || to_char(n, 'FM0000') FROM generate_series(1, ${customers}) n`,
  `INSERT INTO "default"."item" ("name") SELECT 'ITEM-' || to_char(n, 'FM00000') FROM generate_series(1, ${items}) n`,
]

export const locationName = (index: number): string =>
  `Site ${String((index % locations) + 1).padStart(2, '0')}`
export const demandName = (index: number): string => `SO-${String(index).padStart(8, '0')}`
export const sourceName = (index: number): string =>
  `ERP ${String(Math.floor(index / importSize)).padStart(6, '0')}`

/** Range of the logarithm of quantities, which are evenly distributed over it: from 1 to 493. */
const spread = 6.2

/** Returns a quantity that only this share of the demands reaches. */
export const quantityReachedBy = (share: number): number => Math.exp(spread * (1 - Math.min(1, share)))

/** Share of the demands at one location. */
export const shareOfLocation = 1 / locations

/** Returns the demand with a number; its source is that of its import unless given. */
export function demand(index: number, source: string = sourceName(index)): Demand {
  const random = randomFrom(index)
  const item = Math.floor(random() * items) + 1
  const due = new Date(firstDue + Math.floor(random() * 540) * day)
  return {
    name: demandName(index),
    description: `Order line ${(index % 9) + 1} of the ${channels[index % 8]} order of week ${index % 53}`,
    category: channels[index % 8]!,
    subcategory: `region ${(index % 20) + 1}`,
    customer: `Customer ${String(Math.floor(random() * customers) + 1).padStart(4, '0')}`,
    item: `ITEM-${String(item).padStart(5, '0')}`,
    location: locationName(Math.floor(random() * locations)),
    due: due.toISOString().slice(0, 19),
    status: statuses[Math.floor(random() * statuses.length)]!,
    quantity: Math.round(Math.exp(spread * random())),
    priority: Math.floor(random() * 20) + 1,
    source,
  }
}

/**
 * Returns a generator of uniformly distributed numbers in [0, 1) that depend on the seed only (a Weyl sequence, mixed
 * as in splitmix32).
 */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Returns the demand as a line of COPY's text format. No value contains a character that needs an escape. */
export const copyLine = (record: Demand): string =>
  `${demandColumns.map((column) => record[column]).join('\t')}\n`

/** Yields the demands with numbers from `first` up to before `end`, with the given source instead of their own, if any. */
export function* demands(first: number, end: number, source?: string): Generator<Demand> {
  for (let index = first; index < end; index += 1) yield demand(index, source)
}

/** Yields lines of COPY in pieces of about 64 KB. */
export function* copyPieces(records: Iterable<Demand>): Generator<Buffer> {
  let lines = ''
  for (const record of records) {
    lines += copyLine(record)
    if (lines.length < 65_536) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

/** Yields lines of a CSV file with a header, in pieces of about 256 KB. No value needs quotes. */
export function* csvPieces(records: Iterable<Demand>): Generator<Buffer> {
  let text = `${demandColumns.join(',')}\n`
  for (const record of records) {
    text += `${demandColumns.map((column) => record[column]).join(',')}\n`
    if (text.length < 2 ** 18) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
