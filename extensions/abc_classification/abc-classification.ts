/** The task: ranks items by demand, assigns a class to each, and records the result of the run. */
import {
  type DataContext,
  defineTask,
  loggedUpdate,
  relationOf,
  requireEntity,
  ServiceError,
  type TaskContext,
  Type,
  wallClock,
  writeInTransaction,
} from 'planning-service/extension'
import { createRanking, fillRanking, type Ranking } from './ranking-sql.ts'

const statuses = ['inquiry', 'quote', 'open', 'closed', 'canceled']
const days = (fallback: number, title: string, description: string) =>
  Type.Integer({ minimum: 0, maximum: 36_500, default: fallback, title, description })
const percent = (fallback: number, title: string, description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 100, default: fallback, title, description })

const parameters = Type.Object(
  {
    measure: Type.Enum(['value', 'quantity', 'lines'], {
      default: 'value',
      title: 'Measure',
      'x-hint': 'What items are ranked by.',
      'x-labels': {
        value: 'Value (quantity × cost)',
        quantity: 'Quantity',
        lines: 'Number of order lines',
      },
      description: 'What items are ranked by: quantity × cost, quantity, or number of order lines.',
    }),
    a: percent(80, 'Class A up to', 'Percent of the total that class A makes.'),
    b: percent(95, 'Classes A and B up to', 'Percent of the total that the classes A and B make together.'),
    past: days(365, 'Days back', 'Days before today from which demand counts, by due date.'),
    ahead: days(365, 'Days ahead', 'Days from today on up to which demand counts.'),
    status: Type.Array(Type.Enum(statuses), {
      minItems: 1,
      default: ['open', 'quote', 'closed'],
      title: 'Statuses',
      'x-hint': 'Statuses of demand that counts.',
      'x-labels': {
        inquiry: 'Inquiry',
        quote: 'Quote',
        open: 'Open',
        closed: 'Closed',
        canceled: 'Canceled',
      },
      description: `Statuses of demand that counts: ${statuses.join(', ')}.`,
    }),
    dryrun: Type.Boolean({
      default: false,
      title: 'Only check',
      description: 'Classify and count, store nothing.',
    }),
  },
  { additionalProperties: false },
)
type Arguments = Type.Static<typeof parameters>

export const abcClassification = defineTask({
  about:
    'Ranks items by what is demanded of them: class A holds the few that make most of it, C the many that make little. Items without demand have no class.',
  help: `Items are ranked by what is demanded of them, the largest first. Those that together make the first 80 percent of
the total are class A, those up to 95 percent class B, the rest class C. The item that crosses a limit still belongs
to the class before it. Items without demand in the horizon have no class.

Written are the fields "abc" and "abc_value" of items, and a record of the run. All of it happens or nothing.`,
  examples: [
    ['planctl abc_classification', 'by value, over a year back and a year ahead'],
    [
      'planctl abc_classification --measure=lines --past=90 --ahead=0 --status=closed',
      'what was picked most often',
    ],
    ['planctl abc_classification --a=70 --b=90 --dryrun', 'only say what would change'],
  ],
  parameters,
  positional: [],
  right: 'execute.run_abc_classification',
  secrets: [],
  // Rejects contradictory limits already at launch.
  authorize: (_caller, { a, b }) => {
    if (a <= b) return
    throw new ServiceError('invalid_parameter', {
      name: 'b',
      reason: `it must not be below "a", which is ${a}.`,
    })
  },
  run: async (task, args) => {
    const { service, scenario, actor, signal } = task
    const context = service.dataContext({ scenario, actor, signal })
    const found = await writeInTransaction(context, { dryRun: args.dryrun, attempts: 3 }, async (open) => {
      task.progress(0.1, 'Ranking items')
      const ranking = rankingOf(context, args)
      await open.client.query(createRanking)
      const { text, values } = fillRanking(ranking)
      await open.client.query(text, values)
      await open.client.query('ANALYZE "abc_ranking"')
      task.progress(0.5, 'Writing classes')
      const item = requireEntity(context.model, 'input.item')
      const changed = await loggedUpdate(
        { ...open, context },
        item,
        { abc: valueOf('class'), abc_value: valueOf('value') },
        `EXISTS (SELECT FROM "abc_ranking" r WHERE r."item" = o."name"
           AND (r."class" IS DISTINCT FROM o."abc" OR r."value" IS DISTINCT FROM o."abc_value"))`,
      )
      const { rows } = await open.client.query<Counts>(countsSql)
      const counts = rows[0]!
      await open.write(requireEntity(context.model, 'abc.classificationrun'), {
        ...everything,
        rows: [
          {
            measure: args.measure,
            from: ranking.from,
            until: ranking.until,
            statuses: args.status.join(', '),
            a: args.a,
            b: args.b,
            items_a: counts.a,
            items_b: counts.b,
            items_c: counts.c,
            unclassified: counts.none,
            total: counts.total,
            changed,
          },
        ],
      })
      return { ...counts, changed }
    })
    return report(task, args, found)
  },
})

const valueOf = (column: string): string =>
  `(SELECT r."${column}" FROM "abc_ranking" r WHERE r."item" = o."name")`

/**
 * Returns the parameters of the ranking; days are counted from midnight of the current day in the time zone of
 * planning.
 */
function rankingOf(context: DataContext, args: Arguments): Ranking {
  const today = `${wallClock(Date.now(), context.timeZone).slice(0, 10)}T00:00:00`
  const day = (distance: number): string =>
    new Date(Date.parse(`${today}Z`) + distance * 86_400_000).toISOString().slice(0, 19)
  return {
    demand: relationOf(context, requireEntity(context.model, 'input.demand')),
    item: relationOf(context, requireEntity(context.model, 'input.item')),
    measure: args.measure,
    from: day(-args.past),
    until: day(args.ahead + 1),
    statuses: args.status,
    a: args.a,
    b: args.b,
  }
}

interface Counts {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly none: number
  readonly total: number
  /** Number of demanded items without a cost. */
  readonly costless: number
}

const countsSql = `
  SELECT count(*) FILTER (WHERE "class" = 'A')::integer AS "a", count(*) FILTER (WHERE "class" = 'B')::integer AS "b",
    count(*) FILTER (WHERE "class" = 'C')::integer AS "c", count(*) FILTER (WHERE "class" IS NULL)::integer AS "none",
    coalesce(sum("value"), 0) AS "total", count(*) FILTER (WHERE "costless")::integer AS "costless"
  FROM "abc_ranking"`

const everything = {
  mode: 'create',
  onError: 'abort',
  strict: true,
  createMissing: [],
  dryRun: false,
  returning: 'counts',
  mayAdd: true,
  mayChange: true,
} as const

function report(
  { log }: TaskContext,
  { dryrun, measure }: Arguments,
  { a, b, c, none, costless, changed }: Counts & { readonly changed: number },
): string {
  if (measure === 'value' && costless > 0) {
    const items = costless === 1 ? '1 demanded item has' : `${costless} demanded items have`
    log(`${items} no cost and so no value: without class.`, 'warning')
  }
  const counts = `A ${a}, B ${b}, C ${c}, without demand ${none}`
  return `${dryrun ? 'Nothing was stored. ' : ''}Items: ${counts}; ${changed} changed.`
}
