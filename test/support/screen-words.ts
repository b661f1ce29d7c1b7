/**
 * Areas of words that the screens of the web UI use, by their imports, and those that their routes load before. A
 * component that needs words that are not loaded hides the whole screen until they are, for a third of a second at
 * least. The functions are pure and check texts.
 */
import { dirname, join } from 'node:path/posix'
import { importsOf, type SourceFile, withoutComments } from './architecture.ts'

interface ScreenRoute {
  /** Path of the route, for messages. */
  readonly route: string
  /** Path of the file with the component of the screen. */
  readonly screen: string
  readonly loaded: ReadonlySet<string>
}

/** Areas that the entry point loads before the first screen. */
const frame = ['common', 'shell'] as const

/** Files whose components that need other words are inside boundaries of their own: they hide only themselves. */
const waitsByItself: ReadonlySet<string> = new Set(['web/src/grid/parts/consequences-button.tsx'])

/** Returns a line for each area that a screen uses and its route does not load. */
export function missingWords(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files
    .flatMap(routesOf)
    .flatMap(({ route, screen, loaded }) =>
      [...usedWords(byPath, screen)]
        .filter(([area]) => !loaded.has(area))
        .map(([area, user]) => `${route} does not load "${area}", which ${user} uses`),
    )
}

/** Returns the routes of a file that load their screen on first use. */
export function routesOf({ path, text }: SourceFile): readonly ScreenRoute[] {
  const [head = '', ...parts] = text.split(/\bcreateRoute\(/)
  const named = new Map(
    [head, ...parts].flatMap((part) =>
      [...part.matchAll(/^const (\w+)(?:: [^=]+)? = ((?:loadWords\(|\[)[^;]*?[)\]])/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
  )
  return parts.flatMap((part) => {
    const target = /\bimport\('(\.[^']+)'\),/.exec(part)?.[1]
    if (target === undefined) return []
    const route = /\bpath: '([^']+)'/.exec(part)?.[1] ?? path
    const loads = [...part.matchAll(/\bloadWords\([^)]*\)/g)].map(([call]) => call)
    const loader = named.get(/\bloader: (\w+),/.exec(part)?.[1] ?? '') ?? ''
    const awaited = [...part.matchAll(/\bawait (\w+)\(\)/g)].map(([, name = '']) => named.get(name) ?? '')
    const written = [...loads, loader, ...awaited].join(' ')
    const spread = written.replaceAll(/\.\.\.(\w+)/g, (_, name: string) => named.get(name) ?? '')
    return [{ route, screen: join(dirname(path), target), loaded: new Set([...frame, ...quoted(spread)]) }]
  })
}

/** Returns the areas that a file and its static imports use, each with a file that uses it. */
function usedWords(files: ReadonlyMap<string, SourceFile>, path: string): ReadonlyMap<string, string> {
  const used = new Map<string, string>()
  const seen = new Set<string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const file = files.get(next)
    if (file === undefined || seen.has(next)) continue
    seen.add(next)
    const code = withoutComments(file.text)
    const calls = waitsByItself.has(next) ? [] : code.matchAll(/\buseTranslation\((\[[^\]]*\]|'[^']*')/g)
    for (const [, given = ''] of calls) for (const area of quoted(given)) used.set(area, next)
    for (const { target, isTypeOnly, isDynamic } of importsOf(file))
      if (!isTypeOnly && !isDynamic && target.startsWith('.')) waiting.push(join(dirname(next), target))
  }
  return used
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/'([a-z-]+)'/g)].map(([, word = '']) => word)
