/** Reports the differences between two scenarios. */
import { Type } from '../../contract/type.ts'
import { isSuperuser, mayOpen } from '../../auth/principal.ts'
import { rejectReplaced } from '../../auth/rights/policies.ts'
import { joinItems, joinList, type Message, messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import {
  compareScenarios,
  requireComparable,
  type EntityDifference,
} from '../../scenarios/compare-scenarios.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'

export const scenario_compare = defineTask({
  about: 'Counts the records in which two scenarios differ, with examples. Read-only.',
  help: `Reports for every entity how many records exist only in the first scenario, only in the second, or in both but with
differences, with the fields that differ and examples. Records are matched by their natural key; lastmodified is ignored.
The task is read-only. --format=json returns the result as one line of JSON, for scripts.`,
  examples: [
    ['planctl scenario_compare default scenario1', 'everything'],
    [
      'planctl scenario_compare default scenario1 --entity=demand,item --samples=50',
      'two entities, with examples',
    ],
    [
      "planctl scenario_compare default scenario1 --format=json | jq '.differences[].entity'",
      'entities with differences, for a script',
    ],
  ],
  parameters: Type.Object(
    {
      a: Type.String({
        minLength: 1,
        'x-options': 'scenarios',
        title: 'First scenario',
        'x-hint': 'Scenario to compare.',
        description: 'First scenario.',
      }),
      b: Type.String({
        minLength: 1,
        'x-options': 'scenarios',
        title: 'Second scenario',
        'x-hint': 'Scenario to compare it with.',
        description: 'Second scenario.',
      }),
      entity: Type.Array(Type.String(), {
        'x-options': 'entities',
        default: [],
        title: 'Entities',
        'x-hint': 'Entities to compare. Default: all.',
        description: 'Entities, separated by commas. Default: all.',
      }),
      samples: Type.Integer({
        minimum: 0,
        maximum: 1_000,
        default: 5,
        title: 'Examples',
        description: 'Examples per kind of difference.',
      }),
      format: Type.Enum(['text', 'json'], {
        default: 'text',
        title: 'Result',
        'x-hint': 'Format of the result.',
        'x-labels': { text: 'Text', json: 'JSON' },
        description: 'Format of the result: text or JSON.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['a', 'b'],
  right: 'superuser',
  // Examples show records of every entity, so the user needs superuser rights in both scenarios.
  authorize: ({ principal }, { a, b }) => {
    if (principal.via === 'operator') return
    for (const name of [a, b]) {
      rejectReplaced(principal, name)
      if (!mayOpen(principal, name)) throw new ServiceError('scenario_missing', { name: name.slice(0, 100) })
      if (!isSuperuser(principal, name)) throw new ServiceError('permission_denied')
    }
  },
  check: async (caller, { a, b, entity }) => {
    const { control, models } = caller.service
    await requireComparable({ database: control, model: models.current() }, { a, b, entities: entity })
  },
  scenarios: ({ a, b }) => [a, b],
  secrets: [],
  run: async (context, { a, b, entity, samples, format }) => {
    const differences: EntityDifference[] = []
    for await (const found of compareScenarios(scenarioWork(context), { a, b, entities: entity, samples })) {
      differences.push(found)
      context.log(messageText(differenceMessage(found, a, b)))
      for (const { key, in: where, changes } of found.samples) {
        const values = Object.entries(changes).map(
          ([field, [left, right]]) => `${field} ${JSON.stringify(left)} → ${JSON.stringify(right)}`,
        )
        context.log(`${found.entity} ${key}: ${where === 'both' ? values.join(', ') : placeOf(where, a, b)}`)
      }
    }
    if (format === 'json') return JSON.stringify({ a, b, same: differences.length === 0, differences })
    const [first, ...others] = differences.map((found) => differenceMessage(found, a, b))
    if (first === undefined) return { code: 'scenarios_same', params: { a, b } }
    const params = { count: differences.length, list: joinItems(first, ...others) }
    return { code: 'entities_differ', params }
  },
})

/** Returns the name of an entity with its counts; zero counts are omitted. */
function differenceMessage(
  { entity, onlyA, onlyB, different, fields }: EntityDifference,
  a: string,
  b: string,
): Message {
  const named = Object.entries(fields).map(([name, count]) => `${name} ${count}`)
  const [first, ...others]: readonly Message[] = [
    ...onlyIn(a, onlyA),
    ...onlyIn(b, onlyB),
    ...(different === 0
      ? []
      : named.length === 0
        ? [{ code: 'records_different', params: { count: different } } as const]
        : [
            {
              code: 'records_different_in',
              params: { count: different, fields: named.join(', ') },
            } as const,
          ]),
  ]
  const counts = first === undefined ? '' : joinList(first, ...others)
  return { code: 'entity_counts', params: { entity, counts } }
}

const placeOf = (where: 'A' | 'B', a: string, b: string): string => `only in ${where === 'A' ? a : b}`

const onlyIn = (scenario: string, number: number): readonly Message[] =>
  number > 0 ? [{ code: 'only_in_scenario', params: { number, scenario } }] : []
