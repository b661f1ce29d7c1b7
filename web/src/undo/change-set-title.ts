/** Titles of change sets: what somebody decided or loaded, or which records were changed. */
import { useTranslation } from 'react-i18next'
import { type ChangeSet, keyOf, proposalOf } from '../platform/api/audit.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { heading } from '../platform/meta/entity-meta.ts'
import { useDecisionText } from '../platform/use-decision-text.ts'
import { titleOf, useTaskTitles } from '../platform/task-titles.ts'

/** Members of a change set that its title needs. */
export type TitledSet = Pick<ChangeSet, 'channel' | 'origin' | 'title' | 'entities'> & {
  readonly undo?: Pick<ChangeSet['undo'], 'of' | 'count'>
}

export interface ChangeSetTitles {
  /** Returns the title of a change set. */
  readonly titleOf: (set: TitledSet) => string
  /** Returns the title of a change set if its origin gives one, otherwise undefined. */
  readonly nameOf: (set: TitledSet) => string | undefined
}

/** Maximum number of kinds of records in a title. */
const mostKinds = 3

/** Requires the words of `undo`, `grid` and `trial`. */
export function useChangeSetTitles(scenario: string): ChangeSetTitles {
  const { t, i18n } = useTranslation('undo')
  const formats = useFormats()
  const decisionOf = useDecisionText(true)
  const tasks = useTaskTitles(scenario)

  function nameOf(set: TitledSet): string | undefined {
    const { origin, channel, title, undo } = set
    if (undo !== undefined && undo.count > 1) return t('set.undoesSeveral', { count: undo.count })
    if (undo !== undefined && undo.of !== null) return t('set.undoes', { changeset: undo.of })
    if (origin === null || keyOf(set) !== undefined) return undefined
    const decision = decisionOf(origin)
    if (decision !== undefined) return heading(decision, i18n.language)
    const proposal = proposalOf(set)
    if (proposal !== undefined) return title ?? t('set.proposal', { id: proposal })
    if (channel === 'import') return t('set.importOf', { file: origin })
    if (channel === 'fixture') return t('set.datasetOf', { name: origin })
    return titleOf(tasks.get(origin) ?? origin)
  }

  /** Returns the numbers of changed records; those that planning has written only if there are no others. */
  function changesOf({ entities }: TitledSet): string {
    const own = entities.filter(({ computed }) => computed !== true)
    const counted = own.length === 0 ? entities : own
    const shown = counted.slice(0, mostKinds).map(({ label, created, updated, deleted }) => {
      const parts = [
        ['set.added', created],
        ['set.changed', updated],
        ['set.deleted', deleted],
      ] as const
      const counts = parts
        .filter(([, number]) => number > 0)
        .map(([name, number]) => t(name, { number: formats.number(number) }))
      return `${heading(label, i18n.language)}: ${counts.join(', ')}`
    })
    return [...shown, ...(counted.length > mostKinds ? ['…'] : [])].join(' · ')
  }

  return { nameOf, titleOf: (set) => nameOf(set) ?? changesOf(set) }
}
