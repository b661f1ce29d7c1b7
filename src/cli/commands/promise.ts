/** Computes the date on which a sales order could be delivered. */
import { Type } from '../../contract/type.ts'
import { promiseTrial } from '../../planning/live/promise-trial.ts'
import { trialOf } from '../../planning/live/trial-edits.ts'
import { defineCommand } from '../command.ts'
import { answerTrial, withLivePlan } from '../live-question.ts'

export const promise = defineCommand({
  help: `Computes when a quantity of an item can be delivered, based on the present plan. Prints JSON: dates and quantities, the
limiting constraints, and whether the date is firm or depends on proposed purchases. Without a priority no other sales
order changes; with one, less urgent sales orders may be delayed, and are listed. Nothing is stored unless you add
--accept: then the sales order is stored with its plan.`,
  examples: [
    ['planctl promise "City bike" 40 2027-02-01', 'from free capacity and stock'],
    ['planctl promise "City bike" 40 2027-02-01 --priority=1', 'with the sales orders that would be delayed'],
    [
      'planctl promise "City 7 black" 40 2027-02-01 --name=SO-4711 --customer="Radhaus Verbund" --accept',
      'and store the sales order',
    ],
  ],
  parameters: Type.Object({
    item: Type.String({ minLength: 1, description: 'Item.' }),
    quantity: Type.Number({ exclusiveMinimum: 0, description: 'Quantity.' }),
    due: Type.String({ minLength: 1, description: 'Requested date.' }),
    location: Type.Optional(Type.String({ minLength: 1, description: 'Location that delivers it.' })),
    customer: Type.Optional(Type.String({ minLength: 1, description: 'Customer.' })),
    priority: Type.Optional(Type.Integer({ minimum: 0, description: 'Priority; 1 is the most urgent.' })),
    minshipment: Type.Optional(Type.Number({ minimum: 0, description: 'Minimum quantity per shipment.' })),
    name: Type.Optional(Type.String({ minLength: 1, description: 'Name of the sales order.' })),
    accept: Type.Boolean({ default: false, description: 'Store the sales order and the plan.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['item', 'quantity', 'due'],
  run: async (command, { accept, database: scenario, ...asked }) => {
    await withLivePlan(command, scenario, async (live, context) => {
      const tried = trialOf(context.model, promiseTrial(asked))
      const shown = await answerTrial(live, context, { kind: 'promise', trial: tried }, accept)
      command.terminal.print(JSON.stringify(shown, undefined, 2))
    })
  },
})
