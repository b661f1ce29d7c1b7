/**
 * Buttons that merge the selected changes, or all changes of this scenario, into the other scenario: as a proposal or
 * directly.
 */
import { Button, Group } from '@mantine/core'
import { maxTitleLength } from '../../../../src/model/proposals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  type DifferentRecord,
  differencesKey,
  type MergeChoice,
  mergeScenario,
} from '../../platform/api/differences.ts'
import { applyProposal, type ProposalTexts, unappliedId } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { showUndoable } from '../../undo/undo-later.ts'

interface MergeButtonsProps {
  readonly other: string
  readonly label: string
  /** Selected records; empty = all. */
  readonly chosen: readonly DifferentRecord[]
  readonly entity: string | undefined
  /** Whether the changes of this scenario are known. */
  readonly known: boolean
  readonly onDone: () => void
}

export function MergeButtons({ other, label, chosen, entity, known, onDone }: MergeButtonsProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const choice: MergeChoice = {
    ...(chosen.length === 0
      ? entity === undefined
        ? {}
        : { entities: [entity] }
      : { records: chosen.map((record) => ({ entity: record.entity, key: record.key })) }),
    ...(known ? {} : { base: 'none' }),
  }
  const open = (id: number): Promise<void> =>
    navigate({ to: '/app/$scenario/proposals/$proposal', params: { scenario: other, proposal: String(id) } })
  const propose = async (texts?: ProposalTexts): Promise<number | null> => {
    const { proposal } = await mergeScenario(scenario.name, other, { ...choice, ...texts })
    if (proposal === null) toastDone({ message: t('records.nothing', { there: label }) })
    return proposal
  }
  const keep = async (): Promise<void> => {
    const { openPropose } = await import('../../propose/open-propose.tsx')
    await openPropose({
      scenario: other,
      count: chosen.length === 0 ? undefined : chosen.length,
      save: propose,
      suggestedTitle: t('records.proposalTitle', { here: scenario.label }).slice(0, maxTitleLength),
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
        onDone()
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
      children: t(chosen.length > 0 ? 'records.confirmChosen' : 'records.confirmAll', {
        count: chosen.length,
        here: scenario.label,
        there: label,
      }),
      action: t('records.merge'),
      run: () => merge.mutateAsync(),
    })
  }
  const disabled = chosen.length === 0 && !known
  return (
    <Group gap="xs">
      <Button variant="default" disabled={disabled} onClick={() => void keep().catch(toastError)}>
        {chosen.length === 0 ? t('records.keepAll') : t('records.keep', { count: chosen.length })}
      </Button>
      <Button disabled={disabled} loading={merge.isPending} onClick={() => void ask()}>
        {chosen.length === 0
          ? t('records.mergeAll', { there: label })
          : t('records.mergeChosen', { count: chosen.length, there: label })}
      </Button>
    </Group>
  )
}
