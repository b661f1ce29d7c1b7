/** Deletes all planning data of a scenario, or that of some models. */
import { Type } from '../../contract/type.ts'
import { joinSentences, type Message } from '../../errors/messages.ts'
import { emptyEntities } from '../../data/write/empty/empty-entities.ts'
import { type EmptyPlan, planEmptying } from '../../data/write/empty/empty-plan.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { forgetImportedOf } from '../../files/import/imported-files.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { defineTask } from '../definition.ts'

export const empty = defineTask({
  about:
    'Deletes all records of the chosen entities and all records that depend on them. Users, rights and tasks stay. This cannot be undone.',
  help: `Deletes all records of the given models and all records of other models that depend on them; the log lists those
models first. Nullable references are cleared. Without models, all planning data of the scenario is deleted.
Users, rights, tasks, comments and other internal tables are never emptied. The task is one transaction: if a
model does not exist or an error occurs, nothing is deleted. This cannot be undone: on a
terminal, the command asks for a confirmation. Without a terminal, all planning data is deleted only with --all or
--noinput.`,
  examples: [
    [
      'planctl empty --models=input.demand,input.operationplan',
      'delete sales orders and all orders of the plan',
    ],
    ['planctl empty --models=input.item --dryrun', 'only report what would be deleted with all items'],
    ['planctl empty --all --database=scenario1', 'delete all planning data of a scenario'],
  ],
  parameters: Type.Object(
    {
      models: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          'x-options': 'entities',
          title: 'Entities',
          'x-hint': 'Entities such as input.demand. Default: all planning data.',
          description: 'Models such as input.demand, separated by commas. Default: all planning data.',
        }),
      ),
      all: Type.Boolean({
        default: false,
        title: 'All planning data',
        'x-hint': 'Same as an empty list of entities.',
        description: 'Delete all planning data, as without models.',
      }),
      dryrun: Type.Boolean({
        default: false,
        title: 'Only count',
        description: 'Only count what would be deleted.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_empty',
  secrets: [],
  destroys: [{}],
  // A script in which the models are missing by mistake must not delete everything.
  confirmation: ({ models, all, dryrun }, scenario) =>
    models === undefined && !all && !dryrun
      ? `Without --models this deletes ${lossOf(models, scenario)}`
      : undefined,
  confirmationOnTerminal: ({ models, dryrun }, scenario) =>
    dryrun ? undefined : `This deletes ${lossOf(models, scenario)}`,
  // Rejects unknown models already at launch.
  authorize: ({ service }, args) => void planOf(service.models.current(), args),
  run: async ({ service, scenario, actor, signal, progress, log }, args) => {
    const { models, dryrun } = args
    const context = service.dataContext({ scenario, actor, signal })
    const plan = planOf(context.model, args)
    log(models === undefined ? 'All planning data.' : `Models: ${namesOf(plan.requested)}`)
    if (plan.following.length > 0) log(`Refer to them and go along: ${namesOf(plan.following)}`)
    progress(0.1, `Deleting from scenario ${scenario}`)
    const { deleted, released } = await emptyEntities(context, plan, { dryRun: dryrun })
    if (!dryrun) {
      const labels = await loadLabels(service.settings.LANGUAGE_CODE, service.extensions.translations)
      await forgetImportedOf(context, labels, (entity) => isEmptied(context.model, plan, entity))
    }
    for (const [name, count] of deleted) log(`${name}: ${records(count)} ${dryrun ? 'would be ' : ''}deleted`)
    for (const [name, count] of released) {
      log(`${name}: ${records(count)} ${dryrun ? 'would lose' : 'lost'} a reference`)
    }
    const following = new Set(plan.following.map(({ name }) => name))
    const along = [...deleted].filter(([name]) => following.has(name))
    const asked = models === undefined ? [] : [...deleted].filter(([name]) => !following.has(name))
    const count = sum(deleted)
    const parts: readonly Message[] = [
      ...(dryrun ? [{ code: 'nothing_deleted' } as const] : []),
      ...(along.length === 0
        ? []
        : [{ code: 'emptied_along', params: { counts: countsOf(along) } } as const]),
      ...(asked.length === 0 ? [] : [{ code: 'sentence', params: { message: countsOf(asked) } } as const]),
    ]
    const total: Message = {
      code: dryrun ? 'records_would_be_deleted' : 'records_deleted',
      params: { count },
    }
    const [first, ...others] = [...parts, total]
    return joinSentences(first, ...others)
  },
})

function lossOf(models: readonly string[] | undefined, scenario: string): string {
  const what =
    models === undefined
      ? 'all planning data'
      : `all records of ${models.join(', ')}, and all records that depend on them,`
  return `${what} of scenario "${scenario}". It cannot be undone.`
}

interface Choice {
  readonly models?: readonly string[]
  readonly all: boolean
}

function planOf(model: Model, { models, all }: Choice): EmptyPlan {
  if (!all || models === undefined) return planEmptying(model, models)
  throw invalidParameter('all', { code: 'not_combined', params: { other: '"models"' } })
}

/** Returns whether a plan deletes all records of an entity. A view is emptied with the entity that contains its rows. */
const isEmptied = (model: Model, { requested, emptied }: EmptyPlan, entity: Entity): boolean =>
  requested.includes(entity) || emptied.has(baseEntity(model, entity).name)

const countsOf = (counts: readonly (readonly [string, number])[]): string =>
  counts.map(([name, count]) => `${name} ${count}`).join(', ')

const namesOf = (entities: readonly Entity[]): string => entities.map(({ name }) => name).join(', ')

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`)

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)
