/** Computes the date on which a sales order could be delivered. */
import { Type } from 'typebox'
import { parsePromise } from '../../planning/live/parse-promise.ts'
import { parseTrial } from '../../planning/live/parse-trial.ts'
import { defineCommand } from '../command.ts'
import { answerTrial, withLivePlan } from '../live-question.ts'

export const promise = defineCommand({
  help: `When so much of an item could be delivered, from the plan as it is, as JSON: dates and quantities, what binds, and whether
the date is firm or depends on purchases that are only proposed. Without a priority nobody is disturbed; with one, less
urgent sales orders may come later, and are named. Nothing is stored unless --accept is given: then the
sales order is, with its plan.`,
  examples: [
    ['planctl promise "City bike" 40 2027-02-01', 'on the free capacity and stock'],
    ['planctl promise "City bike" 40 2027-02-01 --priority=1', 'and who would pay for it'],
    [
      'planctl promise "City 7 black" 40 2027-02-01 --name=SO-4711 --customer="Radhaus Verbund" --accept',
      'and take the order',
    ],
  ],
  parameters: Type.Object({
    item: Type.String({ minLength: 1, description: 'Item.' }),
    quantity: Type.Number({ exclusiveMinimum: 0, description: 'Quantity.' }),
    due: Type.String({ minLength: 1, description: 'Date on which it is wanted.' }),
    location: Type.Optional(Type.String({ minLength: 1, description: 'Location that delivers it.' })),
    customer: Type.Optional(Type.String({ minLength: 1, description: 'Customer.' })),
    priority: Type.Optional(Type.Integer({ minimum: 0, description: 'Priority; 1 is the most urgent.' })),
    minshipment: Type.Optional(
      Type.Number({ minimum: 0, description: 'The least that is shipped at once.' }),
    ),
    name: Type.Optional(Type.String({ minLength: 1, description: 'Name of the sales order.' })),
    accept: Type.Boolean({ default: false, description: 'Store the sales order and the plan.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['item', 'quantity', 'due'],
  run: async (command, { accept, database: scenario, ...asked }) => {
    await withLivePlan(command, scenario, async (live, context) => {
      const tried = parseTrial(context.model, parsePromise(asked))
      const shown = await answerTrial(live, context, { kind: 'promise', trial: tried }, accept)
      command.terminal.print(JSON.stringify(shown, undefined, 2))
    })
  },
})
