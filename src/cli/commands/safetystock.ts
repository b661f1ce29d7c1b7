/** Proposes safety stock for the buffers of a scenario. */
import { Type } from 'typebox'
import { parseRead } from '../../data/read/index.ts'
import { requireEntity } from '../../model/model.ts'
import { stockParameters } from '../../model/safety-stock.ts'
import { askStock, editsOf } from '../../planning/stock/ask-stock.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

const {
  service_level: serviceLevel,
  history,
  outlook,
  lead_time_variation: variation,
  limit,
} = stockParameters

/** Timeout of the statement, in seconds. */
const timeoutSeconds = 600

export const safetystock = defineCommand({
  help: `Proposes safety stock for a service level, from the variation of demand and lead times. Prints JSON: per buffer demand
per week, lead time, present and proposed safety stock, reorder point, change of the stock value, or the obstacle to a
proposal. --edits prints the changes only, for "planctl trial --edits=-". Nothing is stored.`,
  examples: [
    ['planctl safetystock --filter="item__category=city"', 'the items of a category'],
    ['planctl safetystock --service-level=98 --edits | planctl trial --edits=-', 'their effect on the plan'],
  ],
  parameters: Type.Object({
    'service-level': Type.Number({
      minimum: serviceLevel.least,
      maximum: serviceLevel.most,
      default: serviceLevel.otherwise,
      description: 'Probability in percent that no shortage occurs until the next receipt.',
    }),
    filter: Type.String({
      default: '',
      description: 'Filters of the list of buffers, as in the data API.',
    }),
    history: Type.Integer({
      minimum: history.least,
      maximum: history.most,
      default: history.otherwise,
      description: 'Weeks of demand before the date of the plan.',
    }),
    outlook: Type.Integer({
      minimum: outlook.least,
      maximum: outlook.most,
      default: outlook.otherwise,
      description: 'Weeks of demand from the date of the plan.',
    }),
    'lead-time-variation': Type.Number({
      minimum: variation.least,
      maximum: variation.most,
      default: variation.otherwise,
      description: 'Assumed deviation of a lead time that was not observed, in percent of it.',
    }),
    limit: Type.Integer({
      minimum: limit.least,
      maximum: limit.most,
      default: limit.otherwise,
      description: 'Maximum number of buffers.',
    }),
    edits: Type.Boolean({ default: false, description: 'Print only the changes.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: [],
  run: async (command, asked) => {
    await withService(command, async (service) => {
      const { database: scenario } = asked
      await requireScenario(service.database, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const buffer = requireEntity(context.model, 'input.buffer')
      const request = parseRead(context.model, buffer, new URLSearchParams(asked.filter), {
        timeZone: context.timeZone,
        strict: true,
      })
      const answer = await askStock(context, request, {
        service_level: asked['service-level'],
        history: asked.history,
        outlook: asked.outlook,
        lead_time_variation: asked['lead-time-variation'],
        limit: asked.limit,
        timeout: timeoutSeconds,
      })
      const shown = asked.edits ? { edits: editsOf(answer.buffers) } : answer
      command.terminal.print(JSON.stringify(shown, undefined, 2))
    })
  },
})
