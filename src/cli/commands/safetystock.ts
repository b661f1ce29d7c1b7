/** Proposes safety stock for the buffers of a scenario. */
import { type TNumberOptions, Type } from '../../contract/type.ts'
import { parseRead } from '../../data/read/index.ts'
import { requireEntity } from '../../model/model.ts'
import { type StockParameter, stockParameters } from '../../model/safety-stock.ts'
import { askStock, editsOf } from '../../planning/stock/ask-stock.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'
import { jsonParameter, printAnswer } from '../print-answer.ts'
import { stockEditLines, stockLines } from '../tables/stock-lines.ts'

/** Returns the keywords of the schema of a parameter. */
function asked(name: StockParameter): TNumberOptions {
  const { description, least, most, otherwise } = stockParameters[name]
  return { description, minimum: least, maximum: most, default: otherwise }
}

/** Timeout of the statement, in seconds. */
const timeoutSeconds = 600

export const safetystock = defineCommand({
  help: `Proposes safety stock for a service level, from the variation of demand and lead times. Prints per buffer demand per
week, lead time, present and proposed safety stock, reorder point, change of the stock value, or the obstacle to a
proposal: a table on a terminal, JSON in a pipe, in a file or with --json. --edits prints the changes only, for
"planctl trial --edits=-". Nothing is stored.`,
  examples: [
    ['planctl safetystock --filter="item__category=city"', 'the items of a category'],
    ['planctl safetystock --service-level=98 --edits | planctl trial --edits=-', 'their effect on the plan'],
  ],
  parameters: Type.Object({
    'service-level': Type.Number(asked('service_level')),
    filter: Type.String({
      default: '',
      description: 'Filters of the list of buffers, as in the data API.',
    }),
    history: Type.Integer(asked('history')),
    outlook: Type.Integer(asked('outlook')),
    'lead-time-variation': Type.Number(asked('lead_time_variation')),
    limit: Type.Integer(asked('limit')),
    edits: Type.Boolean({ default: false, description: 'Print only the changes.' }),
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: [],
  run: async (command, given) => {
    await withService(command, async (service) => {
      const { database: scenario } = given
      await requireScenario(service.control, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const buffer = requireEntity(context.model, 'input.buffer')
      const request = parseRead(context.model, buffer, new URLSearchParams(given.filter), {
        timeZone: context.timeZone,
        strict: true,
      })
      const answer = await askStock(context, request, {
        service_level: given['service-level'],
        history: given.history,
        outlook: given.outlook,
        lead_time_variation: given['lead-time-variation'],
        limit: given.limit,
        timeout: timeoutSeconds,
      })
      const shown = given.edits ? { edits: editsOf(answer.buffers) } : answer
      printAnswer(command, given.json, shown, (width) =>
        given.edits ? stockEditLines(answer, width) : stockLines(answer, width),
      )
    })
  },
})
