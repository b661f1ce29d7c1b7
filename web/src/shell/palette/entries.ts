/** Entries of the command palette, ranked by how well they match the typed text. */
import { titleOf } from '../../platform/task-titles.ts'
import type { ScenarioAccess } from '../../platform/api/me.ts'
import { addressOf, type MenuGroup } from '../../platform/api/menu.ts'
import type { SearchHit } from '../../platform/api/search.ts'
import type { Task } from '../../platform/api/tasks.ts'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Group of the entry, displayed in small type. */
  readonly hint: string
  /** Screen to open. */
  readonly path?: string
  readonly run?: () => void
}

const base = (scenario: string): string => `/app/${encodeURIComponent(scenario)}`

/** Returns the menu pages that can be opened; a page in two groups appears once. */
export function pageEntries(groups: readonly MenuGroup[], scenario: string): readonly PaletteEntry[] {
  const entries = groups.flatMap(({ group, items }) =>
    items.flatMap((item): readonly PaletteEntry[] => {
      const { path } = addressOf(item, scenario)
      if (!item.enabled || path === undefined) return []
      return [{ id: `page:${path}`, label: item.label, hint: group, path }]
    }),
  )
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

export const taskEntries = (tasks: readonly Task[], scenario: string): readonly PaletteEntry[] =>
  tasks.map(({ name, title }) => ({
    id: `task:${name}`,
    label: titleOf(title),
    hint: name,
    path: `${base(scenario)}/execute?task=${encodeURIComponent(name)}`,
  }))

export const scenarioEntries = (
  scenarios: readonly ScenarioAccess[],
  current: string,
  words: (label: string) => string,
): readonly PaletteEntry[] =>
  scenarios
    .filter(({ name }) => name !== current)
    .map(({ name, label }) => ({
      id: `scenario:${name}`,
      label: words(label),
      hint: name,
      path: `${base(name)}/`,
    }))

export const recordEntries = (hits: readonly SearchHit[], scenario: string): readonly PaletteEntry[] =>
  hits.map(({ entity, entity_label: kind, key, label, description, route }) => ({
    id: `record:${entity}:${key}`,
    label: [label === '' ? key : label, description ?? ''].filter((words) => words !== '').join(' – '),
    hint: kind === '' ? entity : kind,
    path: base(scenario) + route,
  }))

/** Returns the entries that contain every typed word; entries whose label starts with a word come first. */
export function rank(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return entries
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}

function scoreOf({ label, hint }: PaletteEntry, words: readonly string[]): number {
  const [name, place] = [fold(label), fold(hint)]
  const scores = words.map((word) => {
    if (name.startsWith(word)) return 4
    if (name.includes(` ${word}`)) return 3
    if (name.includes(word)) return 2
    return place.includes(word) ? 1 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** Removes accents and converts to lower case. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
