/** Rights as a set that somebody ticks: what a search leaves of them, and ticking many at once. */
import type { Rights } from '../../api/access.ts'

export const actions = ['view', 'add', 'change', 'delete'] as const

type Entity = Rights['entities'][number]

export interface Shown {
  readonly entities: readonly Entity[]
  readonly tasks: Rights['tasks']
  readonly others: Rights['others']
}

/** Those whose words hold the text, and with `only`, of those the chosen ones. */
export function shownRights(rights: Rights, text: string, only: ReadonlySet<string> | undefined): Shown {
  const wanted = text.trim().toLowerCase()
  const matches = (...words: readonly string[]): boolean =>
    words.some((word) => word.toLowerCase().includes(wanted))
  const kept = (right: string): boolean => only === undefined || only.has(right)
  return {
    entities: rights.entities.filter(
      ({ label, entity, rights: own }) =>
        matches(label, entity) && (only === undefined || Object.values(own).some(({ right }) => kept(right))),
    ),
    tasks: rights.tasks.filter(({ label, task, right }) => matches(label, task) && kept(right)),
    others: rights.others.filter(({ label, right }) => matches(label, right) && kept(right)),
  }
}

/** Every right that the reader holds, and so may give. */
export function heldRights({ entities, tasks, others }: Rights): ReadonlySet<string> {
  const all = [...entities.flatMap(({ rights }) => Object.values(rights)), ...tasks, ...others]
  return new Set(all.filter(({ held }) => held).map(({ right }) => right))
}

/** Ticks or unticks some rights; those that the reader does not hold stay as they are. */
export function withRights(
  chosen: ReadonlySet<string>,
  rights: readonly { readonly right: string; readonly held: boolean }[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const { right, held } of rights) {
    if (!held) continue
    if (on) next.add(right)
    else next.delete(right)
  }
  return next
}

/** The rights of a preset, as far as the reader may give and take them. */
export function withPreset(
  chosen: ReadonlySet<string>,
  preset: readonly string[],
  held: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([
    ...preset.filter((right) => held.has(right)),
    ...[...chosen].filter((right) => !held.has(right)),
  ])
}

export const sameRights = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((right) => other.has(right))
