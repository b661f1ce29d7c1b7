/** Finds changes with which a late or short sales order would be on time. */
import { Type } from '../../contract/type.ts'
import { defineCommand } from '../command.ts'
import { trialText } from '../answer-texts.ts'
import { foundRemedyLine, remediesLines } from '../live/remedy-lines.ts'
import { answerTo, type ShownRemedy } from '../../planning/live/questions.ts'
import { withLivePlan } from '../live/question.ts'
import { jsonParameter, printsLines } from '../print-answer.ts'

export const remedies = defineCommand({
  help: `Finds remedies for a late or short sales order, each tried in the present plan: overtime, another machine or supplier,
expediting, priority, a partial delivery, and the effect on other orders. Prints the remedies, the best first. In a pipe or
with --json it prints one line of JSON per remedy as it is found; the last line is the summary, with the order of the
lines above in "ranks". Pass the edits of a line to "planctl trial --edits=".`,
  examples: [
    ['planctl remedies SO-10902', 'for one sales order'],
    ['planctl remedies SO-10902 --limit=3', 'the first three remedies'],
    [
      'planctl remedies SO-10902 | head -1 | jq .edits | planctl trial --edits=-',
      'the effect of a remedy on the plan',
    ],
  ],
  parameters: Type.Object({
    demand: Type.String({ minLength: 1, description: 'Name of the sales order.' }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of remedies.' }),
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['demand'],
  run: async (command, { demand, limit, json, database: scenario }) => {
    const { terminal } = command
    const isText = printsLines(terminal, json)
    await withLivePlan(command, scenario, async (live, context) => {
      const found: ShownRemedy[] = []
      const onPart = ({ shown }: { readonly shown: ShownRemedy }): void => {
        found.push(shown)
        if (isText) terminal.say(foundRemedyLine(shown))
        else terminal.print(JSON.stringify(shown))
      }
      if (isText) terminal.say(trialText('remedies.searching'))
      const answer = await live.answer(context, { kind: 'remedies', demand, most: limit }, { onPart })
      const { shown } = answerTo('remedies', answer)
      if (isText) terminal.print(['', ...remediesLines(shown, found)].join('\n'))
      else terminal.print(JSON.stringify(shown))
    })
  },
})
