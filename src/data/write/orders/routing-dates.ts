/**
 * Keeps the dates of an order and of its steps consistent, in working time and in the sequence of the steps: steps
 * follow a move of their order, and are moved if a moved step would overlap them. If a step is moved, the dates of
 * its order are set to span its steps. The same applies to steps that last longer or shorter because the quantity of
 * their order has changed. Dates given by the same write are not changed.
 */
import { qualified } from '../../../database/identifiers.ts'
import type { Seconds } from '../../../planner/time.ts'
import { readRows } from '../../read-rows.ts'
import { type Consequence, loggedUpdate } from '../log/logged.ts'
import { moveSteps, type OrderMove, type Step } from './move-steps.ts'
import { operationSeconds } from './order-durations.ts'
import { quantityChanges, resized, resizeRoutings } from './routing-quantities.ts'
import { allCalendars, assignedCalendars, workingQueries } from './resource-calendars.ts'
import { workingTimesOf, type WorkingPeriod } from './working-times.ts'
import { isOpen, isStaged, type WrittenOrders } from './written-orders.ts'

/** The staged orders of which a date has changed. */
const moved = 'pg_temp."_moved"'
/** Steps that are moved, with their new dates. */
const following = 'pg_temp."_following"'

/** Number of dates sent per statement. */
const pageSize = 20_000

/**
 * Moves steps with their orders, moves steps that would overlap others, and sets the dates of orders to span their
 * steps.
 */
export async function moveRoutings(write: Consequence, written: WrittenOrders): Promise<void> {
  const { client } = write
  const { orders, table, before } = written
  const changed = `FROM ${table} t JOIN ${before} b ON b."reference" = t."reference"
    WHERE t."type" IN ('MO', 'WO') AND ROW(t."startdate", t."enddate") IS DISTINCT FROM ROW(b."startdate", b."enddate")`
  // Most writes move nothing, and creating a temporary table costs more than this query.
  const { rows } = await client.query<{ moved: boolean; sized: boolean }>(
    `SELECT EXISTS (SELECT ${changed}) AS "moved", EXISTS (SELECT ${quantityChanges(written)}) AS "sized"`,
  )
  const isSized = rows[0]!.sized && (await resizeRoutings(write, written))
  if (!rows[0]!.moved && !isSized) return
  await client.query(
    `CREATE TEMPORARY TABLE "_moved" ON COMMIT DROP AS
     SELECT t."reference", t."owner", t."type", b."startdate", b."enddate" ${changed}`,
  )
  // Every step looks up its order.
  await client.query(`CREATE INDEX ON ${moved} ("reference"); ANALYZE ${moved}`)
  await moveFollowing(write, written, isSized)
  const span = (bound: string): string =>
    `(SELECT ${bound} FROM ${table} c WHERE c."owner" = o."reference" AND c."type" = 'WO')`
  const [start, end] = [span('min(c."startdate")'), span('max(c."enddate")')]
  const isSpanned = `o."reference" IN (SELECT m."owner" FROM ${moved} m WHERE m."type" = 'WO') AND NOT ${isStaged('o')}`
  // An order of which only the quantity is written spans its resized steps.
  const isResized = `o."reference" IN (SELECT r."owner" FROM ${resized} r)
    AND o."reference" NOT IN (SELECT m."reference" FROM ${moved} m)`
  await loggedUpdate(
    write,
    orders,
    { startdate: `coalesce(${start}, o."startdate")`, enddate: `coalesce(${end}, o."enddate")` },
    `(${isSized ? `${isSpanned} OR ${isResized}` : isSpanned}) AND ${isOpen('o')}
        AND ROW(o."startdate", o."enddate") IS DISTINCT FROM ROW(coalesce(${start}, o."startdate"), coalesce(${end}, o."enddate"))`,
  )
  await client.query(`DROP TABLE ${isSized ? `${moved}, ${resized}` : moved}`)
}

const epoch = (column: string): string => `extract(epoch FROM ${column})::float8`

/**
 * Returns a query of the steps of all routings of which the order or a step is moved, in the order of their owners.
 */
function stepsQuery(scenario: string, { table, before }: WrittenOrders, isSized: boolean): string {
  const sizedOwners = isSized ? ` UNION SELECT r."owner" FROM ${resized} r` : ''
  const steps = `${table} o JOIN ${table} p ON p."reference" = o."owner"
    WHERE o."type" = 'WO' AND o."startdate" <= o."enddate"
      AND o."owner" IN (
        SELECT CASE WHEN m."type" = 'WO' THEN m."owner" ELSE m."reference" END FROM ${moved} m${sizedOwners})`
  const tableOf = (name: string): string => qualified(scenario, name)
  const operations = `SELECT e."operation" FROM "stepping" e UNION SELECT e."routing" FROM "stepping" e`
  return `WITH RECURSIVE "stepping" AS MATERIALIZED (
      SELECT o."reference", o."owner", o."operation", o."startdate", o."enddate", o."status",
        p."operation" AS "routing", p."startdate" AS "from", p."enddate" AS "until"
      FROM ${steps}),
    ${workingQueries(operations, tableOf).join(', ')}
    SELECT o."owner", o."reference", ${epoch('coalesce(b."startdate", o."startdate")')}, ${epoch('coalesce(b."enddate", o."enddate")')},
      ${epoch('o."startdate"')}, ${epoch('o."enddate"')}, ${isStaged('o')} OR NOT ${isOpen('o')},
      ${epoch('m."startdate"')}, ${epoch('m."enddate"')}, ${epoch('o."from"')}, ${epoch('o."until"')},
      to_json(${allCalendars(
        'w."own"',
        'h."own"',
        'h."preferred"',
        `coalesce(${assignedCalendars('o."reference"', tableOf)}, w."preferred")`,
      )})::text, ${isSized ? secondsOfResized(tableOf) : 'NULL::float8'}
    FROM "stepping" o
    LEFT JOIN ${before} b ON b."reference" = o."reference"
    LEFT JOIN ${moved} m ON m."reference" = o."owner"
    LEFT JOIN "working" w ON w."operation" = o."operation"
    LEFT JOIN "working" h ON h."operation" = o."routing"`
}

/** Returns SQL of the working seconds of a step with its new quantity; null for steps that keep their quantity. */
const secondsOfResized = (table: (model: string) => string): string =>
  `(SELECT ${operationSeconds('p', 'r."quantity"')} FROM ${resized} r JOIN ${table('operation')} p ON p."name" = o."operation"
    WHERE r."reference" = o."reference")`

/** Sets the new dates of the steps that the write itself does not move. */
async function moveFollowing(write: Consequence, written: WrittenOrders, isSized: boolean): Promise<void> {
  const { client, context } = write
  const steps = stepsQuery(context.scenario, written, isSized)
  const period = await periodOf(write, steps)
  if (period === undefined) return
  const sets = period.calendars.map(parseNames)
  const timeOf = await workingTimesOf(client, context, sets, period)
  const routing = new Routing()
  const calendarNames = new Map<string, readonly string[]>()
  const namesIn = (json: string): readonly string[] => {
    let names = calendarNames.get(json)
    if (names === undefined) calendarNames.set(json, (names = parseNames(json)))
    return names
  }
  await readRows(client, `${steps} ORDER BY o."owner", o."reference"`, (cells) => {
    const [owner, reference, start, end, newStart, newEnd, isFixed] = cells
    const [, , , , , , , orderStart, orderEnd, orderNewStart, orderNewEnd, calendars, seconds] = cells
    const order = moveOf([orderStart, orderEnd, orderNewStart, orderNewEnd].map(numberOf))
    routing.add(String(owner), order, {
      reference: String(reference),
      start: Number(start),
      end: Number(end),
      ...(isFixed === true ? { fixed: { start: Number(newStart), end: Number(newEnd) } } : {}),
      ...(typeof seconds === 'number' ? { seconds } : {}),
      time: timeOf(namesIn(String(calendars))),
    })
  })
  const { references, starts, ends } = routing.finish()
  if (references.length === 0) return
  await client.query(
    `CREATE TEMPORARY TABLE "_following" ("reference" text PRIMARY KEY, "startdate" timestamp, "enddate" timestamp)
     ON COMMIT DROP`,
  )
  for (let from = 0; from < references.length; from += pageSize) {
    const page = <Value>(values: readonly Value[]): readonly Value[] => values.slice(from, from + pageSize)
    await client.query(
      `INSERT INTO ${following} SELECT r, to_timestamp(s) AT TIME ZONE 'UTC', to_timestamp(e) AT TIME ZONE 'UTC'
       FROM unnest($1::text[], $2::float8[], $3::float8[]) AS u (r, s, e)`,
      [page(references), page(starts), page(ends)],
    )
  }
  await client.query(`ANALYZE ${following}`)
  const date = (name: string): string =>
    `(SELECT f."${name}" FROM ${following} f WHERE f."reference" = o."reference")`
  await loggedUpdate(
    write,
    written.orders,
    { startdate: date('startdate'), enddate: date('enddate') },
    `o."reference" IN (SELECT f."reference" FROM ${following} f)`,
  )
  await client.query(`DROP TABLE ${following}`)
}

/**
 * Returns the range of dates and the longest work of the steps, and their sets of calendars as JSON; undefined
 * without steps.
 */
async function periodOf(
  { client }: Consequence,
  steps: string,
): Promise<(WorkingPeriod & { readonly calendars: readonly string[] }) | undefined> {
  const columns = [
    'owner',
    'reference',
    's',
    'e',
    'ns',
    'ne',
    'fixed',
    'os',
    'oe',
    'ons',
    'one',
    'calendars',
    'seconds',
  ]
  const { rows } = await client.query<{
    first: Seconds | null
    last: Seconds
    longest: number
    calendars: readonly string[]
  }>(
    `SELECT min(least("s", "ns", "os", "ons")) AS "first", max(greatest("e", "ne", "oe", "one")) AS "last",
       max(greatest("e" - "s", "seconds")) AS "longest", array_agg(DISTINCT "calendars") AS "calendars"
     FROM (${steps}) AS x (${columns.map((name) => `"${name}"`).join(', ')})`,
  )
  const { first, last, longest, calendars } = rows[0]!
  return first === null ? undefined : { first, last, longest, calendars }
}

function parseNames(json: string): readonly string[] {
  const names: unknown = JSON.parse(json)
  return Array.isArray(names) ? names.map(String) : []
}

const numberOf = (cell: unknown): number | null => (cell === null ? null : Number(cell))

const move = (date: OrderMove['date'], from: unknown, to: unknown): OrderMove | undefined =>
  typeof from === 'number' && typeof to === 'number' && from !== to ? { date, from, to } : undefined

/**
 * Returns how an order is moved: by the date that has moved less, or by the start if both have moved equally. The
 * start of an order with completed steps is in the past and may stay there.
 */
function moveOf(dates: readonly (number | null)[]): OrderMove | undefined {
  const [start, end, newStart, newEnd] = dates
  const byStart = move('start', start, newStart)
  const byEnd = move('end', end, newEnd)
  if (byStart === undefined || byEnd === undefined) return byStart ?? byEnd
  return Math.abs(byEnd.to - byEnd.from) < Math.abs(byStart.to - byStart.from) ? byEnd : byStart
}

/** Collects the steps of one order after the other, and the steps whose dates change. */
class Routing {
  readonly #moves = { references: [] as string[], starts: [] as Seconds[], ends: [] as Seconds[] }
  #owner: string | undefined
  #order: OrderMove | undefined
  #steps: Step[] = []

  add(owner: string, order: OrderMove | undefined, step: Step): void {
    if (owner !== this.#owner) this.#settle()
    this.#owner = owner
    this.#order = order
    this.#steps.push(step)
  }

  /** Returns the steps whose dates change, with their new dates. */
  finish(): Readonly<
    Record<'references', readonly string[]> & Record<'starts' | 'ends', readonly Seconds[]>
  > {
    this.#settle()
    return this.#moves
  }

  #settle(): void {
    const moves = moveSteps(this.#steps, this.#order)
    for (const [place, { reference, start, end, fixed }] of this.#steps.entries()) {
      const after = moves[place]!
      if (fixed !== undefined || (after.start === start && after.end === end)) continue
      this.#moves.references.push(reference)
      this.#moves.starts.push(after.start)
      this.#moves.ends.push(after.end)
    }
    this.#steps = []
  }
}
