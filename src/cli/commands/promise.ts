/** Computes the date on which a sales order could be delivered. */
import { Type } from '../../contract/type.ts'
import { promiseTrial } from '../../planning/live/promise-trial.ts'
import { trialOf } from '../../planning/live/trial-edits.ts'
import { answerTo } from '../../planning/live/questions.ts'
import { defineCommand } from '../command.ts'
import { promiseLines } from '../live/promise-lines.ts'
import { acceptedLine } from '../live/trial-lines.ts'
import { answerTrial, withLivePlan } from '../live/question.ts'
import { jsonParameter, printAnswer } from '../print-answer.ts'

export const promise = defineCommand({
  help: `Computes when a quantity of an item can be delivered, based on the present plan. Prints dates and quantities, the limiting
constraints, and whether the date is firm or depends on proposed purchases; in a pipe or with --json as JSON. Without a
priority no other sales order changes; with one, less urgent sales orders may be delayed, and are listed. Nothing is
stored unless you add --accept: then the sales order is stored with its plan.`,
  examples: [
    [
      'planctl promise "City 7 black" 40 2027-02-01 --location="Utrecht plant"',
      'from free capacity and stock',
    ],
    [
      'planctl promise "City 7 black" 40 2027-02-01 --location="Utrecht plant" --priority=1',
      'with the sales orders that would be delayed',
    ],
    [
      'planctl promise "City 7 black" 40 2027-02-01 --location="Utrecht plant" --name=SO-4711 --customer="Radhaus Verbund" --accept',
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
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['item', 'quantity', 'due'],
  run: async (command, { accept, json, database: scenario, ...asked }) => {
    await withLivePlan(
      command,
      scenario,
      async (live, context) => {
        const tried = trialOf(context.model, promiseTrial(asked))
        const question = { kind: 'promise', trial: tried } as const
        const { answer, accepted } = await answerTrial(live, context, question, accept)
        const { shown } = answerTo('promise', answer)
        printAnswer(command, json, { ...shown, accepted }, (width) => [
          ...promiseLines(shown, width),
          ...(accepted === undefined ? [] : ['', acceptedLine(accepted)]),
        ])
      },
      // The user has given values of one sales order, no edits.
      () => '',
    )
  },
})
