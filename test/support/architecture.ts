/**
 * Rules for source files: which folder of src may import which, no import cycles, a header comment that states the
 * responsibility of a file, and lengths of files. The functions are pure and check texts, so that the rules
 * themselves can be tested.
 */
import { dirname, join } from 'node:path/posix'

export interface SourceFile {
  /** Path from the root of the repository, such as `src/data/tree.ts`. */
  readonly path: string
  readonly text: string
}

/** Folders that each folder of src may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = (() => {
  const base = ['rules', 'words', 'errors', 'model', 'contract', 'planner']
  const data = [...base, 'database', 'settings', 'storage', 'tracing', 'data']
  const features = [...data, 'scenarios', 'auth', 'files', 'planning', 'mail']
  const service = [...features, 'proposals', 'extensions', 'inbox', 'service']
  return {
    rules: [],
    model: ['rules'],
    words: ['model'],
    errors: ['model', 'words'],
    contract: ['errors', 'model', 'words'],
    planner: ['rules', 'words'],
    database: [...base, 'settings', 'tracing'],
    settings: base,
    tracing: ['errors', 'settings'],
    storage: [...base, 'settings'],
    data: [...base, 'database', 'settings', 'tracing'],
    scenarios: data,
    auth: data,
    files: data,
    planning: data,
    mail: data,
    proposals: features,
    extensions: features,
    inbox: [...features, 'proposals'],
    service: [...features, 'proposals', 'extensions'],
    tasks: service,
    live: [...service, 'tasks'],
    http: [...service, 'tasks', 'live'],
    cli: [...service, 'tasks', 'live', 'http'],
    // Imported by authors of extension modules and of clients; no folder of src imports it.
    author: [...service, 'tasks'],
  }
})()

/** Folders without input or output, with the packages that they may import; they import no Node modules. */
const pure: ReadonlyMap<string, readonly string[]> = new Map([
  ['rules', []],
  ['model', []],
  ['planner', []],
  ['contract', ['typebox', 'typebox/error', 'typebox/schema']],
])

export interface Import {
  readonly target: string
  /** Whether the whole statement imports types, so that it is removed from the compiled file. */
  readonly isTypeOnly: boolean
  /** Whether it is loaded when the code gets there: `import('…')`. */
  readonly isDynamic: boolean
}

const importPattern =
  /\b(?:import|export)\s+(type\s+)?(?:[\w$*{][\w\s$*{},]*?\s*from\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

/** Returns static and dynamic imports and re-exports of a file. */
export function importsOf({ text }: SourceFile): readonly Import[] {
  return [...withoutComments(text).matchAll(importPattern)].map(([, type, named, dynamic]) => ({
    target: named ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
    isDynamic: dynamic !== undefined,
  }))
}

export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

const isTest = ({ path }: SourceFile): boolean => path.endsWith('.test.ts')
const roomOf = (path: string): string => path.split('/')[1] ?? ''

/** Returns one sentence per forbidden import. */
export function wrongImports(files: readonly SourceFile[]): readonly string[] {
  return files.filter((file) => !isTest(file)).flatMap(faultsOf)
}

function faultsOf(file: SourceFile): readonly string[] {
  const room = roomOf(file.path)
  const mayImport = allowed[room]
  if (mayImport === undefined) return [`${file.path}: room "${room}" is not in the table of rooms`]
  return importsOf(file).flatMap(({ target }) => {
    if (!target.startsWith('.'))
      return pure.get(room)?.includes(target) === false
        ? [`${file.path}: ${room} may not import ${target}`]
        : []
    const path = join(dirname(file.path), target)
    // English texts, from which the types of ids follow.
    if (/^words\/en\/[\w-]+\.json$/.test(path)) return []
    if (!path.startsWith('src/')) return [`${file.path}: ${target} leaves src`]
    const other = roomOf(path)
    return other === room || mayImport.includes(other)
      ? []
      : [`${file.path}: ${room} may not import ${other} (${target})`]
  })
}

/** Folders of the web UI, each of which imports itself and those before it only. */
const webFolders: readonly string[] = [
  'platform',
  'ui',
  'propose',
  'undo',
  'trial',
  'grid',
  'capacity',
  'shell',
  'screens',
  'app',
  'login',
]

/**
 * Returns one sentence per forbidden import of the web UI: a file may import `src/model`, `src/rules`,
 * `src/contract/request.ts`, types of `src/contract`, and folders of the web UI that stand before its own.
 */
export function wrongWebImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith('.') || target.startsWith('node:'))
      .filter((each) => !mayImportInWeb(file.path, each))
      .map(({ target }) => `${file.path}: the web UI may not import ${target}`),
  )
}

function mayImportInWeb(path: string, { target, isTypeOnly }: Import): boolean {
  if (target.startsWith('node:')) return false
  const imported = join(dirname(path), target)
  if (imported.startsWith('src/model/') || imported.startsWith('src/rules/')) return true
  // The schemas of the contract would add a library to the pages; their types do not.
  if (imported.startsWith('src/contract/')) return isTypeOnly || imported === 'src/contract/request.ts'
  if (!imported.startsWith('web/src/')) return false
  const own = webFolderOf(path)
  // Pages, such as web/src/main.tsx, stand above all folders.
  if (own === undefined) return true
  const level = webFolders.indexOf(webFolderOf(imported) ?? '')
  return level >= 0 && level <= webFolders.indexOf(own)
}

/** Returns undefined for a file that is in none of the folders. */
function webFolderOf(path: string): string | undefined {
  const [, , folder, file] = path.split('/')
  return file === undefined ? undefined : folder
}

/** Returns import cycles, each once. Type imports count, because two files that need each other are one concept. */
export function findCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ target }) => target.startsWith('.'))
        .map(({ target }) => join(dirname(file.path), target)),
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      cycles.push([...trail.slice(start), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

/** Declarations that need no header, because their name and a description inside are sufficient. */
const headless = /^src\/model\/entities\/|\.test\.ts$/

/** Returns the files that do not start with a comment. */
export function missingHeads(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path, text }) => !headless.test(path) && !/^\/\*\*|^\/\//.test(text))
    .map(({ path }) => path)
}

export interface SizeReport {
  readonly median: number
  /** Length that 90 % of the files do not exceed. */
  readonly ninetieth: number
  readonly longest: readonly { readonly path: string; readonly lines: number }[]
}

/** Returns file lengths in lines, without tests. */
export function sizeReport(files: readonly SourceFile[]): SizeReport {
  const sizes = files
    .filter((file) => !isTest(file))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .toSorted((a, b) => b.lines - a.lines)
  const at = (share: number): number => sizes[Math.floor(sizes.length * (1 - share))]?.lines ?? 0
  return { median: at(0.5), ninetieth: at(0.9), longest: sizes.slice(0, 10) }
}
