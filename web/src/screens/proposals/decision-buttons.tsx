/** Actions of the user on a proposal: submit, approve, reject, withdraw and apply, each with a confirmation. */
import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  applyProposal,
  type CheckedProposal,
  decideProposal,
  type ProposalAction,
  proposalsKey,
  resolveProposal,
  unappliedId,
} from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { runHref } from '../../platform/run-href.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { runAction } from '../../ui/run-notice.tsx'
import { hideToast, toastDone, toastWarning } from '../../ui/toasts.ts'
import { showUndoable } from '../../undo/undo-later.ts'
import { focusTitleIfLost } from '../../ui/is-focus-lost.ts'
import { focusUndecided } from './review-focus.ts'
import { applyObstacle, type Decisions, decisionsOf } from './use-decisions.ts'
import type { PickedEdits } from './use-picked-edits.ts'

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
  /** The edits that are applied. */
  readonly picked: PickedEdits
}

export function DecisionButtons({ proposal, decisions: all, picked }: DecisionButtonsProps) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const client = useQueryClient()
  const { history } = useRouter()
  const { id, allowed, edits, title } = proposal
  const { left: leftOut } = picked
  const decisions = decisionsOf(all, leftOut)
  const chosen = edits - leftOut.size
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
  const apply = async (): Promise<void> => {
    const applied = await applyProposal(scenario.name, id, [...leftOut])
    if ('taskid' in applied) {
      const { taskid } = applied
      const show = (): void => history.push(runHref(scenario.name, taskid))
      toastDone({
        message: t('done.task', { task: taskid }),
        action: runAction(t('shell:activity.show'), show),
      })
      return
    }
    const { changeset, left_out_record_count: left } = applied
    const target =
      changeset === null ? undefined : { scenario: scenario.name, changeset, onUndone: () => void refresh() }
    const done = changeset === null ? t('done.nothing') : t('done.apply', { changeset })
    if (left === 0) showUndoable(done, target)
    else showUndoable(t('undo:leftRecords', { count: left }), target, done)
  }
  const decide = async (
    action: Exclude<ProposalAction, 'resolve' | 'apply'>,
    comment: string,
  ): Promise<void> => {
    await decideProposal(scenario.name, id, action, comment)
    toastDone({ message: t(`done.${action}`) })
  }
  const ask = async (action: Exclude<ProposalAction, 'resolve'>): Promise<void> => {
    // Warnings of an earlier attempt.
    for (const warning of ['unpicked', 'undecided']) hideToast(warning)
    if (action === 'apply' && chosen === 0) {
      toastWarning({ id: 'unpicked', message: t('pick.none') })
      return
    }
    const obstacle = action === 'apply' ? applyObstacle(proposal, decisions) : undefined
    if (obstacle !== undefined) {
      const count = decisions.open.length - decisions.choices.length
      toastWarning({ id: 'undecided', message: t(obstacle, { count }) })
      if (obstacle === 'undecided') focusUndecided()
      return
    }
    // Saving ends the time of all decisions, so those about deselected edits are saved too.
    let unsaved = decisions.choices.length === 0 ? [] : all.choices
    const asked = action === 'apply' && unsaved.length > 0 ? 'applyDecided' : action
    const applyAll = async (): Promise<void> => {
      if (unsaved.length > 0) await resolveProposal(scenario.name, id, unsaved)
      // The decisions stay saved if the proposal cannot be applied.
      unsaved = []
      await apply()
    }
    let comment = ''
    const words = t(`confirmText.${asked}`, { title, count: action === 'apply' ? chosen : edits })
    const some = leftOut.size === 0 ? '' : t('pick.some', { number: chosen, total: edits })
    const isDone = await confirm({
      title: t(`confirm.${action}`, { id }),
      children:
        action === 'apply' ? (
          `${words} ${some}`.trim()
        ) : (
          <>
            {words}
            <Textarea
              mt="sm"
              label={t('log.comment')}
              autosize
              minRows={2}
              maxRows={10}
              maxLength={10_000}
              onChange={({ currentTarget }) => {
                comment = currentTarget.value.trim()
              }}
            />
          </>
        ),
      action: t(`do.${action}`),
      danger: action === 'reject' || action === 'withdraw',
      run: async () => {
        try {
          await (action === 'apply' ? applyAll() : decide(action, comment))
        } catch (error) {
          // Another user may have decided meanwhile.
          await refresh()
          throw error
        }
      },
    })
    if (isDone) hideToast(unappliedId(scenario.name, id))
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
