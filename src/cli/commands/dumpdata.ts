/** Writes the planning data of a scenario as a dataset that `loaddata` reads. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Type } from '../../contract/type.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { dumpableEntities, dumpFixture } from '../../files/fixtures/dump-fixture.ts'
import { isSpecialFile } from '../../files/special-file.ts'
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../../data/context.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

export const dumpdata = defineCommand({
  help: `Writes all data entered by users and other systems, from one consistent snapshot: a JSON array with one record per line,
parents first. Users, rights, logs and planner results are omitted, among them proposed orders and opening stocks. "planctl loaddata" reads the file.`,
  examples: [
    ['planctl dumpdata > plan.json', 'everything'],
    ['planctl dumpdata input.item input.demand --output=orders.json', 'some entities'],
    ['planctl dumpdata | planctl loaddata - --database=scenario1', 'into another scenario'],
  ],
  parameters: Type.Object({
    entity: Type.Array(Type.String(), {
      default: [],
      description: 'Entities, or first parts of their names such as input. Default: all.',
    }),
    models: Type.Array(Type.String(), {
      default: [],
      description: 'More entities, separated by commas.',
    }),
    output: Type.Optional(Type.String({ minLength: 1, description: 'File. Default: standard output.' })),
    database: Type.String({ default: 'default', description: 'Scenario to read.' }),
  }),
  positional: ['entity'],
  run: async (context, { entity, models, output, database: scenario }) => {
    await withService(context, async (service) => {
      await requireScenario(service.control, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const data = service.dataContext({ scenario, actor, signal: context.signal })
      const entities = chosen(data, [...entity, ...models])
      const counts = await (output === undefined
        ? dumpFixture(data, entities, (text) => send(process.stdout, text))
        : dumpToFile(data, entities, output))
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
      context.terminal.say(`${total} records of ${counts.size} entities.`)
    })
  },
})

/** Returns whether a name is that of the entity, of its model or of its app, in any case. */
const isNamed = ({ name, model, app }: Entity, given: string): boolean =>
  [name, model, app].includes(given.toLowerCase())

/** Returns the entities with the given names, or all if there are none. Throws `usage` for an unknown name. */
function chosen(context: DataContext, names: readonly string[]): readonly Entity[] {
  const all = dumpableEntities(context)
  const unknown = names.find((given) => !all.some((entity) => isNamed(entity, given)))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new ServiceError('usage', { reason: `Entities must be some of ${known}, not "${unknown}".` })
  }
  return names.length === 0 ? all : all.filter((entity) => names.some((given) => isNamed(entity, given)))
}

/**
 * Writes the file under a temporary name until it is complete, so that a file with the final name is never partial. A
 * device or a pipe is written to directly, because a rename would replace it.
 */
async function dumpToFile(
  context: DataContext,
  entities: readonly Entity[],
  path: string,
): Promise<ReadonlyMap<string, number>> {
  const isStream = isSpecialFile(path)
  const draft = isStream ? path : `${path}.${process.pid}.part`
  const file = createWriteStream(draft, { mode: 0o600 })
  // `send` and `finished` report an error; without a listener it would end the process.
  file.on('error', () => undefined)
  try {
    const counts = await dumpFixture(context, entities, (text) => send(file, text))
    file.end()
    await finished(file)
    if (!isStream) await rename(draft, path)
    return counts
  } catch (cause) {
    file.destroy()
    if (!isStream) await rm(draft, { force: true })
    if (cause instanceof ServiceError) throw cause
    const reason = `${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new ServiceError('command_failed', { reason: englishText(reason) }, { cause })
  }
}

async function send(stream: Writable, text: string): Promise<void> {
  if (stream.errored !== null) throw stream.errored
  if (!stream.write(text)) await once(stream, 'drain')
}
