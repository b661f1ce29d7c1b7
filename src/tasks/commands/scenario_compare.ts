/** Tells in what two scenarios differ. */
import { Type } from 'typebox'
import { isSuperuser, mayOpen } from '../../auth/principal.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { compareScenarios } from '../../scenarios/compare-scenarios.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'

export const scenario_compare = defineTask({
  help: `For every entity: how many records are only in the first scenario, only in the second, and in both but different,
with the fields that differ and some examples. Records are matched by their natural key. Reads only.`,
  examples: [
    ['planctl scenario_compare default scenario1', 'everything'],
    [
      'planctl scenario_compare default scenario1 --entity=demand,item --samples=50',
      'two entities, with examples',
    ],
  ],
  parameters: Type.Object(
    {
      a: Type.String({ minLength: 1, description: 'First scenario.' }),
      b: Type.String({ minLength: 1, description: 'Second scenario.' }),
      entity: Type.Array(Type.String(), {
        default: [],
        description: 'Entities, separated by commas. Default: all.',
      }),
      samples: Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 5,
        description: 'Examples per kind of difference.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['a', 'b'],
  right: 'superuser',
  // Examples show records of every entity, so it takes somebody who may see them all, in both.
  authorize: ({ principal }, { a, b }) => {
    if (principal.via === 'operator') return
    for (const name of [a, b]) {
      if (!mayOpen(principal, name)) throw new ServiceError('unknown_scenario', { name })
      if (!isSuperuser(principal, name)) throw new ServiceError('permission_denied')
    }
  },
  scenarios: ({ a, b }) => [a, b],
  secrets: [],
  run: async (context, { a, b, entity, samples }) => {
    const parts: string[] = []
    for await (const found of compareScenarios(scenarioWork(context), { a, b, entities: entity, samples })) {
      const summary = `${found.onlyA} only in ${a}, ${found.onlyB} only in ${b}, ${found.different} different`
      const fields = Object.entries(found.fields).map(([name, count]) => `${name} ${count}`)
      context.log(`${found.entity}: ${summary}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`)
      for (const sample of found.samples) {
        context.log(
          `${found.entity} ${sample.key}: in ${placeOf(sample.in, a, b)} ${JSON.stringify(sample.changes)}`,
        )
      }
      parts.push(`${found.entity}: ${summary}`)
    }
    return parts.length === 0 ? `"${a}" and "${b}" are the same.` : parts.join('; ')
  },
})

const placeOf = (where: 'A' | 'B' | 'both', a: string, b: string): string =>
  ({ A: a, B: b, both: 'both' })[where]
