/**
 * Buttons that merge the selected changes, or all changes of this scenario, into the other scenario: as a proposal or
 * directly.
 */
import { Button, Group } from '@mantine/core'
import { maxTitleLength } from '../../../../src/model/proposals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { differencesKey, type MergeChoice, mergeScenario } from '../../platform/api/differences.ts'
import { applyProposal, type ProposalTexts, unappliedId } from '../../platform/api/proposals.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { loadCode } from '../../platform/not-loaded.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { useChangeSetTitles } from '../../undo/change-set-title.ts'
import { showUndoable } from '../../undo/undo-later.ts'
import type { ChosenRecords } from './use-chosen-records.ts'
import styles from './comparison.module.css'

interface MergeButtonsProps {
  readonly other: string
  readonly label: string
  /** Selected changes; without any, all of the entity. */
  readonly chosen: ChosenRecords
  /** What to merge. */
  readonly choice: MergeChoice
  /** Number of changes that the selected ones need in addition. */
  readonly needed: number
  /** The only entity that is shown; undefined if all are. */
  readonly entity: { readonly entity: string; readonly label: string } | undefined
  /** Whether a filter hides changes of the entity, so that only selected records can be merged. */
  readonly isPart: boolean
  /** Whether the changes of this scenario are known. */
  readonly known: boolean
}

export function MergeButtons(props: MergeButtonsProps) {
  const { other, label, chosen, choice, needed, entity, isPart, known } = props
  const { t, i18n } = useTranslation('comparison')
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { titleOf } = useChangeSetTitles(scenario.name)
  const scope = chosen.count > 0 ? 'Chosen' : entity === undefined ? 'All' : 'Entity'
  const params = {
    count: chosen.count + needed,
    there: label,
    entity: entity === undefined ? '' : heading(entity.label, i18n.language),
  }
  // A decision that is merged alone keeps its title.
  const [decision] = chosen.records.length === 0 && chosen.decisions.length === 1 ? chosen.decisions : []
  const title =
    decision === undefined ? t('records.proposalTitle', { here: scenario.label }) : titleOf(decision)
  const open = (id: number): Promise<void> =>
    navigate({ to: '/app/$scenario/proposals/$proposal', params: { scenario: other, proposal: String(id) } })
  const propose = async (texts?: ProposalTexts): Promise<number | null> => {
    const { proposal } = await mergeScenario(scenario.name, other, {
      ...choice,
      ...(decision === undefined ? {} : { title: title.slice(0, maxTitleLength) }),
      ...texts,
    })
    if (proposal === null) toastDone({ message: t('records.nothing', { there: label }) })
    return proposal
  }
  const keep = async (): Promise<void> => {
    const { openPropose } = await loadCode(import('../../propose/open-propose.tsx'))
    await openPropose({
      scenario: other,
      count: scope === 'Chosen' ? params.count : undefined,
      save: propose,
      suggestedTitle: title.slice(0, maxTitleLength),
      onSaved: (id) => {
        if (id !== null) open(id).catch(toastError)
      },
    })
  }
  const merge = useMutation({
    mutationFn: async () => {
      const id = await propose()
      if (id === null) return
      try {
        const applied = await applyProposal(other, id)
        if ('taskid' in applied) toastDone({ message: t('records.task', { task: applied.taskid }) })
        else if (applied.changeset !== null) {
          const { changeset } = applied
          const onUndone = () => void client.invalidateQueries({ queryKey: differencesKey })
          showUndoable(t('records.merged', { there: label }), { scenario: other, changeset, onUndone })
        }
        chosen.clear()
      } catch (error) {
        // Conflicts and approvals are handled in the proposal, which closes the notice.
        toastError(error, undefined, unappliedId(other, id))
        await open(id)
      }
    },
    onError: (error) => toastError(error),
    onSettled: () => client.invalidateQueries({ queryKey: differencesKey }),
  })
  const ask = async (): Promise<void> => {
    await confirm({
      title: t('records.confirm', { there: label }),
      children: t(`records.confirm${scope}`, { ...params, here: scenario.label }),
      action: t('records.merge'),
      run: () => merge.mutateAsync(),
    })
  }
  const disabled = chosen.count === 0 && (!known || isPart)
  return (
    <Group gap="xs">
      <Button variant="default" disabled={disabled} onClick={() => void keep().catch(toastError)}>
        {t(scope === 'Chosen' ? 'records.keep' : `records.keep${scope}`, params)}
      </Button>
      <Button disabled={disabled} loading={merge.isPending} onClick={() => void ask()}>
        {t(`records.merge${scope}`, params)}
      </Button>
      {isPart && chosen.count === 0 ? <span className={styles.soft}>{t('records.selectFirst')}</span> : null}
    </Group>
  )
}
