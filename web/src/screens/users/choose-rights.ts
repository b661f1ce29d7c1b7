/** Selection of rights: search results, and changes of many rights at once. */
import type { Rights } from '../../platform/api/access.ts'

export const actions = ['view', 'add', 'change', 'delete'] as const

type Entity = Rights['entities'][number]

export interface Shown {
  readonly entities: readonly Entity[]
  readonly tasks: Rights['tasks']
  readonly others: Rights['others']
}

/** Returns the rights whose label contains the text; with `only`, restricted to the selected ones. */
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

/** Returns the rights of the current user, who may grant only these. */
export function heldRights({ entities, tasks, others }: Rights): ReadonlySet<string> {
  const all = [...entities.flatMap(({ rights }) => Object.values(rights)), ...tasks, ...others]
  return new Set(all.filter(({ held }) => held).map(({ right }) => right))
}

/** Selects or deselects rights; rights that the current user does not have stay unchanged. */
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

/** Applies a preset, limited to the rights of the current user. */
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
