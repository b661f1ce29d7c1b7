/** Loads a packaged dataset or a file in the same format. Adds and changes records, never deletes any. */
import { basename, isAbsolute, resolve } from 'node:path'
import { Type } from '../../contract/type.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { countsInDigits } from '../../files/import/describe-outcome.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { type LoadedEntity, type LoadRequest, loadFixture } from '../../files/fixtures/load-fixture.ts'
import { fixtureFile, fixtureNames } from '../../files/fixtures/packaged.ts'
import { mayUsePaths } from '../authorize.ts'
import { defineTask, type TaskCaller } from '../definition.ts'
import { isReadable } from '../is-readable.ts'

/** Name of a dataset that is piped into the command. */
const standardInput = '-'

export const loaddata = defineTask({
  about:
    'Adds the records of a packaged dataset and updates existing ones in one transaction. Nothing is deleted.',
  help: `Adds the records of the dataset and updates existing ones; nothing is deleted. If a record is invalid, nothing is
stored. Dates are shifted so that the dataset's reference date becomes today.

Packaged datasets: manufacturing_demo, distribution_demo, jobshop_demo, and those of extension modules. On the
command line you can also pass the path of a file, or "-" for standard input. Dumps of Django applications are accepted:
"pk" is the key, "item_id" is item, computed fields are skipped, and unknown models are skipped and reported. See
fixtures/README.md for the datasets and their format.`,
  examples: [
    ['planctl loaddata manufacturing_demo', 'the dataset of a bicycle factory'],
    ['planctl loaddata ./backup.json --no-shift', 'a file, with its dates unchanged'],
    ['planctl loaddata orders.json --dryrun', 'only report what would happen'],
    ['planctl dumpdata | planctl loaddata - --database=scenario1', 'copy planning data to a scenario'],
  ],
  parameters: Type.Object(
    {
      fixture: Type.String({
        minLength: 1,
        'x-options': 'fixtures',
        title: 'Dataset',
        'x-hint': 'Name of a packaged dataset.',
        description: 'Name of a packaged dataset, a path, or "-".',
      }),
      shift: Type.Boolean({
        default: true,
        title: 'Move dates to today',
        'x-hint':
          'Shifts dates so that the reference date of the dataset becomes today. Otherwise dates stay unchanged.',
        description:
          'Shift dates so that the reference date of the dataset becomes today; --no-shift keeps them unchanged.',
      }),
      dryrun: Type.Boolean({
        default: false,
        title: 'Only check',
        description: 'Validate and count, store nothing.',
      }),
      ignorenonexistent: Type.Boolean({
        default: false,
        title: 'Ignore unknown fields',
        description: 'Skip and report unknown fields instead of rejecting the dataset.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['fixture'],
  right: 'execute.run_loaddata',
  secrets: [],
  // Rejects an unknown dataset already at launch; the message lists the packaged datasets.
  authorize: async (caller, { fixture }) =>
    void (await findSource(caller, await settled(caller, fixture), fixture)),
  settle: async (caller, args) => ({ ...args, fixture: await settled(caller, args.fixture) }),
  run: async (task, { fixture, shift, dryrun, ignorenonexistent }) => {
    const { service, scenario, actor, signal, progress, log } = task
    const { name, source } = await findSource(task, fixture)
    const context = service.dataContext({
      scenario,
      actor: { ...actor, channel: 'fixture', origin: name },
      signal,
    })
    const request = {
      name,
      source,
      shift,
      dryRun: dryrun,
      ignoreUnknown: ignorenonexistent,
      onProgress: progress,
    }
    if (typeof source !== 'string') log(`Reading ${name} …`)
    const { header, shiftedDays, entities, skipped } = await loadFixture(context, request)
    if (header !== undefined) log(`${header.title}. ${header.description ?? ''}`)
    if (shiftedDays !== 0) log(`Dates moved by ${shiftedDays} days.`)
    for (const sentence of skipped) log(messageText(sentence), 'warning')
    for (const entity of entities) log(lineOf(entity))
    const loaded: Message = { code: 'dataset_loaded', params: { name, counts: totals(entities) } }
    const sentences =
      skipped.length === 0
        ? loaded
        : joinSentences({ code: 'sentence', params: { message: loaded } }, ...skipped)
    return dryrun ? joinSentences({ code: 'nothing_stored' }, sentences) : sentences
  },
})

/**
 * Resolves everything but packaged datasets and standard input to a path while the command line is read; later a name
 * is never resolved to a path.
 */
async function settled(caller: TaskCaller, fixture: string): Promise<string> {
  const isName = fixture === standardInput || !mayUsePaths(caller)
  if (isName || (await fixtureFile(fixture, caller.service.extensions.fixtures)) !== undefined) return fixture
  return resolve(fixture)
}

async function findSource(
  caller: TaskCaller,
  fixture: string,
  given = fixture,
): Promise<Pick<LoadRequest, 'name' | 'source'>> {
  const more = caller.service.extensions.fixtures
  const operator = mayUsePaths(caller)
  const packaged = await fixtureFile(fixture, more)
  if (packaged !== undefined) return { name: fixture, source: packaged }
  if (operator && fixture === standardInput) return { name: 'standard input', source: process.stdin }
  if (operator && isAbsolute(fixture) && (await isReadable(fixture)))
    return { name: basename(fixture), source: fixture }
  const known = (await fixtureNames(more)).join(', ')
  const code = operator ? 'no_dataset_nor_file' : 'no_dataset'
  throw invalidParameter('fixture', { code, params: { name: given.slice(0, 100), known } })
}

type Counts = Pick<LoadedEntity, 'created' | 'updated' | 'unchanged'>

const lineOf = ({ entity, created, updated, unchanged }: LoadedEntity): string =>
  messageText({
    code: 'entity_counts',
    params: { entity: entity.model, counts: countsInDigits({ created, updated, unchanged }) },
  })

function totals(entities: readonly LoadedEntity[]): Message | string {
  const sum = (what: keyof Counts): number => entities.reduce((total, entity) => total + entity[what], 0)
  return countsInDigits({ created: sum('created'), updated: sum('updated'), unchanged: sum('unchanged') })
}
