/** Lists the stored plans of a scenario. */
import { Type } from 'typebox'
import { listHistory } from '../../planning/history/plan-history.ts'
import { readPlanAge } from '../../planning/history/plan-age.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

export const plans = defineCommand({
  help: `The plans that were stored, newest first, each with its key figures: sales orders in time, late and short, quantity-days
late, stock value, hours of changeovers, utilization; and how much of the data has changed since the last one. As JSON.`,
  examples: [
    ['planctl plans', 'the last ten'],
    ['planctl plans --limit=1 | jq .current.changes.records', 'what the plan does not know of yet'],
  ],
  parameters: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 10, description: 'Plans at most.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: [],
  run: async (command, { limit, database: scenario }) => {
    await withService(command, async (service) => {
      await requireScenario(service.database, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const current = await readPlanAge(context)
      const plans = await listHistory(context, { limit, before: undefined })
      command.terminal.print(JSON.stringify({ current, plans }, undefined, 2))
    })
  },
})
