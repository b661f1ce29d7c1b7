/** Notice of stored changes, with a button that undoes them. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { AlsoChanged, isOfOrders, type SavedRecords } from './also-changed.tsx'
import { ChangeSetLink } from './change-set-link.tsx'
import { PlanAgain } from '../ui/plan-again.tsx'
import { toastDone } from '../ui/toasts.ts'
import type { UndoTarget } from './undo-target.ts'
import styles from './undo.module.css'

interface Undoing {
  /** Opens the dialog that undoes. */
  readonly onUndo: (target: UndoTarget) => void
  /** Label of the button; `redo` if the notice is of an undo. */
  readonly action?: 'undo' | 'redo'
  readonly saved?: SavedRecords | undefined
  /** Scenario whose plan can be made again, because it does not contain the change. */
  readonly plan?: string | undefined
}

/** Shows the notice; without a change set it has no undo button. */
export function toastUndoable(
  message: string,
  target: UndoTarget | undefined,
  title: string | undefined,
  { saved, ...undoing }: Undoing,
): void {
  const again =
    undoing.plan === undefined ? undefined : <PlanAgain scenario={undoing.plan} className={styles.again} />
  if (target === undefined) {
    toastDone({ message, action: again, ...(title === undefined ? {} : { title }) })
    return
  }
  const id = `saved ${target.scenario} ${'changeset' in target ? target.changeset : ''}`
  toastDone({
    id,
    ...(title === undefined ? {} : { title }),
    message:
      saved === undefined || 'criteria' in target || !isOfOrders(saved) ? (
        message
      ) : (
        <>
          {message}
          <AlsoChanged scenario={target.scenario} changeset={target.changeset} saved={saved.count} />
        </>
      ),
    action: (
      <span>
        {again}{' '}
        {'changeset' in target ? (
          <ChangeSetOf scenario={target.scenario} changeset={target.changeset} />
        ) : null}{' '}
        <UndoAction id={id} target={target} {...undoing} />
      </span>
    ),
  })
}

function ChangeSetOf(target: { readonly scenario: string; readonly changeset: number }) {
  const { t } = useTranslation('undo')
  return (
    <ChangeSetLink {...target} className={styles.link}>
      {t('set.name', { changeset: target.changeset })}
    </ChangeSetLink>
  )
}

interface UndoActionProps extends Omit<Undoing, 'saved' | 'plan'> {
  readonly id: string
  readonly target: UndoTarget
}

function UndoAction({ id, target, onUndo, action = 'undo' }: UndoActionProps) {
  const { t } = useTranslation('grid')
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      mih={24}
      onClick={() => {
        notifications.hide(id)
        onUndo(target)
      }}
    >
      {t(`save.${action}`)}
    </Button>
  )
}
