/** Actions of the user on a proposal: submit, approve, reject, withdraw and apply, each with a confirmation. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  applyProposal,
  type CheckedProposal,
  decideProposal,
  type ProposalAction,
  proposalsKey,
  resolveProposal,
} from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toastDone, toastWarning } from '../../ui/toasts.ts'
import { showUndoable } from '../../undo/undo-later.ts'
import { focusTitleIfLost, focusUndecided } from './review-focus.ts'
import { applyObstacle, type Decisions } from './use-decisions.ts'

const order: readonly Exclude<ProposalAction, 'resolve'>[] = [
  'withdraw',
  'reject',
  'submit',
  'approve',
  'apply',
]

interface DecisionButtonsProps {
  readonly proposal: CheckedProposal
  /** Decisions about conflicts that are not saved yet. */
  readonly decisions: Decisions
}

export function DecisionButtons({ proposal, decisions }: DecisionButtonsProps) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const client = useQueryClient()
  const { id, allowed, edits, title } = proposal
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
  const apply = async (): Promise<void> => {
    const applied = await applyProposal(scenario.name, id)
    if ('taskid' in applied) {
      toastDone({ message: t('done.task', { task: applied.taskid }) })
      return
    }
    const { changeset, left_out_record_count: left } = applied
    const target =
      changeset === null ? undefined : { scenario: scenario.name, changeset, onUndone: () => void refresh() }
    const done = changeset === null ? t('done.nothing') : t('done.apply', { changeset })
    if (left === 0) showUndoable(done, target)
    else showUndoable(t('undo:leftRecords', { count: left }), target, done)
  }
  const decide = async (action: Exclude<ProposalAction, 'resolve' | 'apply'>): Promise<void> => {
    await decideProposal(scenario.name, id, action, '')
    toastDone({ message: t(`done.${action}`) })
  }
  const ask = async (action: Exclude<ProposalAction, 'resolve'>): Promise<void> => {
    const obstacle = action === 'apply' ? applyObstacle(proposal, decisions) : undefined
    if (obstacle !== undefined) {
      const count = decisions.open.length - decisions.choices.length
      toastWarning({ id: 'undecided', message: t(obstacle, { count }) })
      if (obstacle === 'undecided') focusUndecided()
      return
    }
    let unsaved = decisions.choices
    const asked = action === 'apply' && unsaved.length > 0 ? 'applyDecided' : action
    const applyAll = async (): Promise<void> => {
      if (unsaved.length > 0) await resolveProposal(scenario.name, id, unsaved)
      // The decisions stay saved if the proposal cannot be applied.
      unsaved = []
      await apply()
    }
    await confirm({
      title: t(`confirm.${action}`, { id }),
      children: t(`confirmText.${asked}`, { title, count: edits }),
      action: t(`do.${action}`),
      danger: action === 'reject' || action === 'withdraw',
      run: () => (action === 'apply' ? applyAll() : decide(action)),
    })
    await refresh()
    focusTitleIfLost()
  }
  const offered = order.filter((action) => allowed.includes(action))
  const last = offered.at(-1)
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action}
          variant={action === last && action !== 'withdraw' ? 'filled' : 'default'}
          onClick={() => void ask(action)}
        >
          {t(`do.${action}`)}
        </Button>
      ))}
    </>
  )
}
