/**
 * Puts what a page needs at once into one file: `base` for both pages, `shell` for the screens. Left to itself the
 * bundler cuts it into fifty, by which screens share what.
 *
 * Libraries of components have one module that imports all of them. Through it only those are followed that somebody
 * names; otherwise what any screen uses would be loaded at once.
 */

interface Module {
  readonly code: string | null
  readonly importedIds: readonly string[]
}

interface Modules {
  getModuleInfo(id: string): Module | null
}

const here = new URL('../src/', import.meta.url).pathname
const entries = { base: `${here}login/main.tsx`, shell: `${here}main.tsx` } as const
/** Controls that most screens use: each alone would be too small a file, and no screen may be large. */
const common =
  'Select Alert Checkbox Table Tabs Textarea TextInput Combobox Badge Switch SegmentedControl MultiSelect Progress Divider Group Stack Accordion'.split(
    ' ',
  )

const barrel = /node_modules\/@(?:mantine|tabler)\/[^?]*\/(?:index|tabler-icons-react)\.m?js$/

const reached = new WeakMap<object, Map<string, ReadonlySet<string>>>()

/** The file that a module belongs to; null where it is left to the bundler. */
export function startOf(id: string, modules: Modules): string | null {
  // The pages name their entries.
  if (id === entries.base || id === entries.shell) return null
  const inShell = reachedFrom('shell', modules).has(id)
  if (reachedFrom('base', modules).has(id)) return inShell ? 'base' : null
  return inShell ? 'shell' : null
}

function reachedFrom(name: keyof typeof entries, modules: Modules): ReadonlySet<string> {
  const known = reached.get(modules) ?? new Map<string, ReadonlySet<string>>()
  reached.set(modules, known)
  const found = known.get(name) ?? closure(entries[name], modules)
  known.set(name, found)
  return found
}

/** Everything that a module imports before anything is shown. */
function closure(entry: string, modules: Modules): ReadonlySet<string> {
  const seen = new Set<string>()
  const named = new Set(entry === entries.shell ? common.map(folded) : [])
  const barrels = new Set<string>()
  const waiting = [entry]
  for (;;) {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      const { code, importedIds } = modules.getModuleInfo(id) ?? { code: null, importedIds: [] }
      if (barrel.test(id)) barrels.add(id)
      else {
        for (const name of namesIn(code ?? '')) named.add(name)
        waiting.push(...importedIds)
      }
    }
    const wanted = [...barrels]
      .flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? [])
      .filter((id) => !seen.has(id) && named.has(folded(id.replace(/^.*\/|\.m?js.*$/g, ''))))
    if (wanted.length === 0) return seen
    waiting.push(...wanted)
  }
}

/** What a module imports by name. */
function namesIn(code: string): readonly string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from/g)].flatMap(([, list = '']) =>
    list.split(',').map((part) => folded(part.replace(/\bas\b.*$/, ''))),
  )
}

/** `useDisclosure` and `use-disclosure` are the same. */
const folded = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
