/** Tries edits in the plan of a scenario; stores them with the new plan if requested. */
import { createReadStream } from 'node:fs'
import { Type } from '../../contract/type.ts'
import { parseBody } from '../../contract/parse-body.ts'
import { planEndpoints } from '../../contract/plan.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { trialOf } from '../../planning/live/trial-edits.ts'
import { answerTo } from '../../planning/live/questions.ts'
import { defineCommand } from '../command.ts'
import { acceptedLine, trialLines } from '../live/trial-lines.ts'
import { answerTrial, withLivePlan } from '../live/question.ts'
import { jsonParameter, printAnswer } from '../print-answer.ts'

/** Maximum size of the edits, in bytes. */
const mostBytes = 1_048_576

export const trial = defineCommand({
  help: `Computes the plan that changes of records would give. Prints the key figures before and after, sales orders delivered
later or earlier, and orders that move; in a pipe or with --json as JSON. Nothing is stored unless you add --accept: then
the edits and their plan are stored in one transaction. The file contains {"edits": [{"entity", "action", "key", "fields"}]}, or just the list.`,
  examples: [
    ['planctl trial --edits=edits.json', 'repair the plan around the edits'],
    ['planctl trial --edits=edits.json --mode=replan', 'the plan that runplan would make'],
    ['planctl trial --edits=- --accept < edits.json', 'store them with their plan'],
  ],
  parameters: Type.Object({
    edits: Type.String({
      minLength: 1,
      description: 'File with the edits, as JSON; - reads standard input.',
    }),
    mode: Type.Enum(['repair', 'replan'], {
      default: 'repair',
      description: 'Whether the plan is repaired around the edits or computed from scratch.',
    }),
    displace: Type.Boolean({
      default: false,
      description:
        'Sales orders that are edited, or lose their place to an edit, may displace less urgent ones.',
    }),
    accept: Type.Boolean({ default: false, description: 'Store the edits and the plan.' }),
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: [],
  run: async (command, { edits, mode, displace, accept, json, database: scenario }) => {
    const given = parseEdits(await readEdits(edits), nameOf(edits))
    await withLivePlan(command, scenario, async (live, context) => {
      const body = parseBody(planEndpoints['POST /api/plan/trial/'].body, { mode, displace, ...given })
      const tried = trialOf(context.model, body)
      const question = { kind: 'trial', trial: tried } as const
      const { answer, accepted } = await answerTrial(live, context, question, accept)
      const { shown } = answerTo('trial', answer)
      printAnswer(command, json, { ...shown, accepted }, (width) => [
        ...trialLines(shown, width),
        ...(accepted === undefined ? [] : ['', acceptedLine(accepted)]),
      ])
    })
  },
})

const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path)

/** Reads the edits. Throws `command_failed` if they cannot be read or are too large; stops reading at the limit. */
async function readEdits(path: string): Promise<string> {
  const name = nameOf(path)
  const parts: Buffer[] = []
  let size = 0
  try {
    const input: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path)
    for await (const part of input) {
      size += part.length
      if (size > mostBytes) break
      parts.push(part)
    }
  } catch (cause) {
    const reason = `${name} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new ServiceError('command_failed', { reason: englishText(reason) }, { cause })
  }
  if (size <= mostBytes) return Buffer.concat(parts).toString('utf8')
  throw new ServiceError('command_failed', {
    reason: englishText(
      `${name} is larger than ${mostBytes} bytes. Import the data into a copy of the scenario and plan that.`,
    ),
  })
}

/** Parses the edits. Throws `command_failed` with the name of the file if it is no JSON. */
function parseEdits(content: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(content)
    if (Array.isArray(parsed)) return { edits: parsed }
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch (cause) {
    const reason = `${name} holds no JSON: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new ServiceError('command_failed', { reason: englishText(reason) }, { cause })
  }
  throw new ServiceError('usage', { reason: '--edits must hold an object or a list of edits.' })
}
