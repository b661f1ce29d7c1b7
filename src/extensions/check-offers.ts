/** Validates menu items, exports and datasets of modules: their targets must exist. */
import { basename } from 'node:path'
import { resolve } from 'node:path'
import { fixtureNames, readHeader } from '../files/fixtures/packaged.ts'
import type { Model } from '../model/model.ts'
import type { DataExport, MenuItem } from './definition.ts'
import { type Complain, type FoundExtension, messageOf } from './found.ts'

export interface OfferSurroundings {
  readonly model: Model
  /** Names of all declared entities, valid or not. */
  readonly declared: ReadonlySet<string>
  /** Names of all tasks. */
  readonly tasks: ReadonlySet<string>
  readonly isRight: (name: string) => boolean
}

export function checkMenu(
  extensions: readonly FoundExtension[],
  surroundings: OfferSurroundings,
  complain: Complain,
): void {
  for (const extension of extensions) {
    for (const item of extension.definition.menu ?? []) {
      for (const fault of menuFaults(item, surroundings)) {
        complain(extension, `the menu item "${item.label}" ${fault}`)
      }
    }
  }
}

function menuFaults(
  { entity, task, url, right }: MenuItem,
  { model, declared, tasks, isRight }: OfferSurroundings,
): readonly string[] {
  const faults: string[] = []
  const targets = [entity, task, url].filter((target) => target !== undefined)
  if (targets.length !== 1) faults.push('must lead to one of entity, task and url')
  if (entity !== undefined && !model.byName.has(entity) && !declared.has(entity))
    faults.push(`leads to "${entity}", which is no entity`)
  if (task !== undefined && !tasks.has(task)) faults.push(`leads to "${task}", which is no task`)
  // A script as address would run with the rights of the user.
  if (url !== undefined && !/^(\/(?!\/)|https?:\/\/)/.test(url)) {
    faults.push(`leads to "${url}", which must begin with "/", "http://" or "https://"`)
  }
  const isTaskRight =
    right?.startsWith('execute.run_') === true && tasks.has(right.slice('execute.run_'.length))
  if (right !== undefined && !isTaskRight && !isRight(right))
    faults.push(`asks for the right "${right}", which does not exist`)
  return faults
}

const endings = /^[\w-][\w .-]*\.(csv|csv\.gz|json|json\.gz|xlsx)$/

export function checkExports(
  extensions: readonly FoundExtension[],
  { model, declared }: Pick<OfferSurroundings, 'model' | 'declared'>,
  complain: Complain,
): void {
  const owners = new Map<string, string>()
  for (const extension of extensions) {
    for (const one of extension.definition.exports ?? []) {
      const refuse = (fault: string): void => complain(extension, `the export "${one.name}" ${fault}`)
      const before = owners.get(one.name)
      if (before !== undefined) refuse(`is made by the extension "${before}" as well`)
      owners.set(one.name, extension.definition.name)
      if (declared.has(one.entity) && !model.byName.has(one.entity)) continue
      for (const fault of exportFaults(one, model)) refuse(fault)
    }
  }
}

function exportFaults({ name, entity: wanted, fields = [] }: DataExport, model: Model): readonly string[] {
  const entity = model.byName.get(wanted)
  const unknown = fields.filter((field) => entity?.fieldByName.has(field) === false)
  return [
    ...(endings.test(name)
      ? []
      : ['must be a plain file name that ends in .csv, .csv.gz, .json, .json.gz or .xlsx']),
    ...(entity === undefined ? [`exports "${wanted}", which is no entity`] : []),
    ...unknown.map((field) => `names the unknown field "${field}" of ${wanted}`),
  ]
}

/** Returns the valid datasets: files by name. */
export async function checkFixtures(
  extensions: readonly FoundExtension[],
  complain: Complain,
): Promise<ReadonlyMap<string, string>> {
  const taken = new Set(await fixtureNames())
  const files = new Map<string, string>()
  for (const extension of extensions) {
    for (const path of extension.definition.fixtures ?? []) {
      const file = resolve(extension.folder, path)
      const name = basename(path, '.json')
      const fault =
        taken.has(name) || files.has(name)
          ? `there is a dataset "${name}" already`
          : path.endsWith('.json')
            ? await headerFault(file)
            : 'it must be a JSON file'
      if (fault === undefined) files.set(name, file)
      else complain(extension, `the fixture "${path}" cannot be offered: ${fault}`)
    }
  }
  return files
}

async function headerFault(file: string): Promise<string | undefined> {
  try {
    const header = await readHeader(file)
    return header === undefined
      ? 'its first element must be {"model": "fixture", "fields": {"name": "…", "title": "…"}}'
      : undefined
  } catch (error) {
    return messageOf(error)
  }
}
