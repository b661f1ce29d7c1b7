/** Finds changes with which a late or short sales order would be on time. */
import { Type } from '../../contract/type.ts'
import { defineCommand } from '../command.ts'
import { withLivePlan } from '../live-question.ts'

export const remedies = defineCommand({
  help: `Finds remedies for a late or short sales order, each tried in the present plan: overtime, another machine or supplier,
expediting, priority, a partial delivery, and the effect on other orders. Prints one line of JSON per remedy as it is
found; the last line is the summary. Pass the edits of a line to "planctl trial --edits=".`,
  examples: [
    ['planctl remedies SO-10902', 'for one sales order'],
    ['planctl remedies SO-10902 --limit=3', 'the first three remedies'],
  ],
  parameters: Type.Object({
    demand: Type.String({ minLength: 1, description: 'Name of the sales order.' }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of remedies.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['demand'],
  run: async (command, { demand, limit, database: scenario }) => {
    await withLivePlan(command, scenario, async (live, context) => {
      const { shown } = await live.answer(
        context,
        { kind: 'remedies', demand, most: limit },
        { onPart: (part) => command.terminal.print(JSON.stringify(part.shown)) },
      )
      command.terminal.print(JSON.stringify(shown))
    })
  },
})
