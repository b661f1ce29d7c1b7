/**
 * Loads the modules of the setting EXTENSIONS: finds, imports and validates each, alone and together with the others.
 * Collects all problems, so that they are reported together.
 */
import { resolve } from 'node:path'
import { allPermissions } from '../auth/rights/permissions.ts'
import { draftColumn } from '../database/draft-migration.ts'
import { readMigrations, type SchemaKind } from '../database/migrations.ts'
import { type Additions, columnStep, type Migration } from '../model/additions.ts'
import { coreEntities } from '../model/entities/index.ts'
import { buildModel, type Model, requireEntity } from '../model/model.ts'
import { checkEntities, checkFields } from './check-model.ts'
import { checkExports, checkFixtures, checkMenu } from './check-offers.ts'
import { isDefinition, shapeFaults } from './check-shape.ts'
import { checkTasks } from './check-tasks.ts'
import { checkWords } from './check-words.ts'
import { apiWords } from './api-words.ts'
import type { Extensions } from './extensions.ts'
import { type Complain, declaredEntities, type FoundExtension, messageOf, type Problem } from './found.ts'
import { importModule } from './import-module.ts'
import { locateExtension } from './locate.ts'

export interface Inspection {
  /** The modules, if there are no problems. */
  readonly extensions: Extensions
  readonly problems: readonly Problem[]
}

/** Loads and validates the modules. `taken` contains the names of the tasks and commands of the service. */
export async function inspectExtensions(
  places: readonly string[],
  taken: readonly string[],
): Promise<Inspection> {
  const problems: Problem[] = []
  const complain: Complain = ({ place, definition: { name } }, reason) =>
    void problems.push({ place, name, reason })
  const found: FoundExtension[] = []
  for (const [index, place] of places.entries()) {
    try {
      if (places.indexOf(place) !== index) throw new Error('it is named twice')
      found.push(await findExtension(place, problems))
    } catch (error) {
      problems.push({ place, name: undefined, reason: messageOf(error) })
    }
  }
  const sound = found.filter((extension) => isDefinition(extension.definition))
  checkNames(sound, complain)
  const entities = (await checkEntities(sound, complain)).map(({ entity }) => entity)
  const modules = sound.map(({ definition }) => definition.name)
  const bareAdditions: Additions = {
    modules,
    entities,
    fields: new Map(),
    migrations: { control: [], scenario: [] },
  }
  const bare = modelOf(bareAdditions, problems)
  const fields = checkFields(sound, bare, complain)
  const model = modelOf({ ...bareAdditions, fields }, problems)
  const rights = allPermissions(model)
  const isRight = (name: string): boolean => rights.has(name)
  checkTasks(sound, { taken, isRight }, complain)
  checkWords(sound, complain)
  const tasks = new Set([
    ...taken,
    ...sound.flatMap(({ definition }) => definition.tasks ?? []).map(({ name }) => name),
  ])
  const declared = declaredEntities(sound)
  checkMenu(sound, { model, declared, tasks, isRight }, complain)
  checkExports(sound, { model, declared }, complain)
  const fixtures = await checkFixtures(sound, complain)
  const migrations = {
    control: stepsOf('control', sound, model),
    scenario: stepsOf('scenario', sound, model),
  }
  const extensions: Extensions = {
    all: sound.map(({ definition, place, folder, version }) => ({ definition, place, folder, version })),
    additions: { ...bareAdditions, fields, migrations },
    translations: sound.map(({ definition }) => definition.translations ?? {}),
    fixtures,
  }
  return { extensions, problems }
}

/** Reads one module. A definition with an invalid structure is reported and not validated any further. */
async function findExtension(place: string, problems: Problem[]): Promise<FoundExtension> {
  const { folder, entry, version } = await locateExtension(place)
  const definition = await importModule(entry)
  const faults = shapeFaults(definition)
  if (!isDefinition(definition)) {
    const last = faults.at(-1) ?? 'it has no shape'
    const given: { name?: unknown } = Object(definition)
    const name = typeof given.name === 'string' ? given.name : undefined
    problems.push(...faults.slice(0, -1).map((reason) => ({ place, name, reason })))
    throw new Error(last)
  }
  const migrations = {
    control: await migrationsOf(
      'control',
      definition.migrations,
      { folder, place, name: definition.name },
      problems,
    ),
    scenario: await migrationsOf(
      'scenario',
      definition.migrations,
      { folder, place, name: definition.name },
      problems,
    ),
  }
  return { definition, place, folder, version, migrations }
}

async function migrationsOf(
  kind: SchemaKind,
  path: string | undefined,
  { folder, place, name }: { readonly folder: string; readonly place: string; readonly name: string },
  problems: Problem[],
): Promise<readonly Migration[]> {
  if (path === undefined) return []
  try {
    return await readMigrations(kind, resolve(folder, path))
  } catch (error) {
    // Most modules have tables in one kind of schema only.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      problems.push({ place, name, reason: messageOf(error) })
    }
    return []
  }
}

/** Reserved first parts of names. */
const reserved: ReadonlySet<string> = new Set([
  ...coreEntities.map(({ app }) => app),
  ...apiWords,
  'api',
  'execute',
])

function checkNames(extensions: readonly FoundExtension[], complain: Complain): void {
  for (const [index, extension] of extensions.entries()) {
    const { name } = extension.definition
    const duplicate = extensions.slice(0, index).find(({ definition }) => definition.name === name)
    if (!/^[a-z][a-z0-9]{0,30}$/.test(name)) {
      complain(extension, `its name "${name}" cannot be: use lower case letters and digits`)
    }
    if (reserved.has(name)) complain(extension, `its name "${name}" is taken by the service`)
    if (duplicate !== undefined)
      complain(extension, `its name "${name}" is that of ${duplicate.place} as well`)
  }
}

/** Returns the model with the additions so far, or without them if they are inconsistent. */
function modelOf(additions: Additions, problems: Problem[]): Model {
  try {
    return buildModel(undefined, additions)
  } catch (error) {
    if (problems.length === 0)
      problems.push({ place: additions.modules.join(', '), name: undefined, reason: messageOf(error) })
    return buildModel()
  }
}

/** Returns the migrations of all modules: the files of each module, then the columns of its fields. */
function stepsOf(
  kind: SchemaKind,
  extensions: readonly FoundExtension[],
  model: Model,
): readonly Migration[] {
  return extensions.flatMap(({ definition, migrations }) => {
    const files = migrations[kind].map(({ name, sql }) => ({ name: `${definition.name}/${name}`, sql }))
    if (kind === 'control') return files
    const columns = Object.entries(definition.fields ?? {}).flatMap(([name, fields]) =>
      fields.flatMap((field) => {
        if (model.byName.get(name)?.fieldByName.get(field.name) !== field) return []
        const sql = draftColumn(model, requireEntity(model, name), field, { acting: true })
        return [{ name: columnStep(definition.name, name, field.name), sql }]
      }),
    )
    return [...files, ...columns]
  })
}
