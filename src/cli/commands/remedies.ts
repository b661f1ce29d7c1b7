/** Finds changes with which a late or short sales order would be on time. */
import { Type } from 'typebox'
import { defineCommand } from '../command.ts'
import { withLivePlan } from '../live-question.ts'

export const remedies = defineCommand({
  help: `What would bring a late or short sales order in time, each remedy tried in the plan as it is: overtime, another machine or
supplier, expediting, priority, a partial delivery, and what others pay for it. As JSON, a line for each as it is
found; the last line tells the rest. The edits of a line are what "planctl trial --edits=" takes.`,
  examples: [
    ['planctl remedies SO-10902', 'for one sales order'],
    ['planctl remedies SO-10902 --limit=3', 'the first three that help'],
  ],
  parameters: Type.Object({
    demand: Type.String({ minLength: 1, description: 'Name of the sales order.' }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Remedies at most.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['demand'],
  run: async (command, { demand, limit, database: scenario }) => {
    await withLivePlan(command, scenario, async (live, context) => {
      const { shown } = await live.answer(context, { kind: 'remedies', demand, most: limit }, (part) =>
        command.terminal.print(JSON.stringify(part.shown)),
      )
      command.terminal.print(JSON.stringify(shown))
    })
  },
})
