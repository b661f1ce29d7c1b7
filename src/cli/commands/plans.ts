/** Lists the stored plans of a scenario. */
import { Type } from '../../contract/type.ts'
import { listHistory } from '../../planning/history/plan-history.ts'
import { readPlanAge } from '../../planning/history/plan-age.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'
import { jsonParameter, printAnswer } from '../print-answer.ts'
import { planLines } from '../tables/plan-lines.ts'

export const plans = defineCommand({
  help: `Prints the stored plans, newest first, each with its key figures: sales orders on time, late and short, quantity-days of
lateness, stock value, hours of changeovers, utilization; and the amount of data changed since the last one. A terminal gets
a table; a pipe, a file or --json gets JSON.`,
  examples: [
    ['planctl plans', 'the latest ten'],
    ['planctl plans --limit=1 | jq .current.changes.records', 'changes since the latest plan'],
  ],
  parameters: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 10, description: 'Maximum number of plans.' }),
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: [],
  run: async (command, { limit, json, database: scenario }) => {
    await withService(command, async (service) => {
      await requireScenario(service.control, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const current = await readPlanAge(context)
      const plans = await listHistory(context, { limit, before: undefined })
      printAnswer(command, json, { current, plans }, (width) => planLines(current, plans, width))
    })
  },
})
