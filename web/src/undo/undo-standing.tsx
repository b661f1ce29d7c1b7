/** Offers the undo of a change set, or says by whom and when it was undone, and offers to redo it. */
import { Button } from '@mantine/core'
import { IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ChangeSet, changeSetStateQuery } from '../platform/api/audit.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { ChangeSetLink } from './change-set-link.tsx'
import { UndoButton } from './undo-button.tsx'
import { startUndo } from './undo-later.ts'
import styles from './undo.module.css'

interface UndoStandingProps {
  readonly scenario: string
  readonly changeset: number
  /** When it was written; undefined if only its number is known. */
  readonly created?: string
  /** Whether it is shown beside one record of the change set, so that its text must name what it undoes. */
  readonly besideRecord?: boolean
  /** Called after an undo or a redo. */
  readonly onUndone?: () => void
}

/** Reads whether the change set is undone. Those who may not read the audit see the button. */
export function UndoStanding(props: UndoStandingProps) {
  const { data: set, isPending } = useQuery(changeSetStateQuery(props.scenario, props.changeset))
  if (isPending) return null
  return <UndoStandingOf {...props} undo={set?.undo ?? { obstacle: null, by: null }} />
}

/** Uses what is known of the change set already. */
export function UndoStandingOf({
  undo: { obstacle, by },
  ...target
}: UndoStandingProps & { readonly undo: Pick<ChangeSet['undo'], 'obstacle' | 'by'> }) {
  if (by === null) return <UndoButton {...target} obstacle={obstacle} />
  return <UndoneBy {...target} by={by} />
}

function UndoneBy({ scenario, by, onUndone }: UndoStandingProps & { readonly by: number }) {
  const { t } = useTranslation('undo')
  const formats = useFormats()
  const { data: undo } = useQuery(changeSetStateQuery(scenario, by))
  const user = undo?.user === null ? t('grid:record.nobody') : (undo?.user.username ?? t('grid:record.gone'))
  return (
    <>
      <span className={styles.soft}>
        <ChangeSetLink scenario={scenario} changeset={by}>
          {undo === undefined || undo === null
            ? t('done', { changeset: by })
            : t('doneBy', { user, time: formats.moment(undo.created), changeset: by })}
        </ChangeSetLink>
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        mih={24}
        leftSection={<IconArrowForwardUp size={13} />}
        aria-label={t('titleRedo', { changeset: by })}
        disabled={undo?.undo.obstacle !== undefined && undo.undo.obstacle !== null}
        onClick={() =>
          startUndo({
            scenario,
            changeset: by,
            created: undo?.created,
            isRedo: true,
            ...(onUndone === undefined ? {} : { onUndone }),
          })
        }
      >
        {t('redo')}
      </Button>
    </>
  )
}
