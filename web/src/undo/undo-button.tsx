/** Button that undoes a change set; disabled with the reason if that is not possible. */
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { startUndo } from './undo-later.ts'
import type { UndoTarget } from './undo-target.ts'
import styles from './undo.module.css'

type UndoButtonProps = Extract<UndoTarget, { changeset: number }> & {
  /** Reason why the change set cannot be undone. */
  readonly obstacle?: string | null
  /** Whether it is shown beside one record of the change set, so that its text must name what it undoes. */
  readonly besideRecord?: boolean
}

const obstacles = ['replaced', 'counts', 'plan', 'shared', 'unknown'] as const

/** A text that names the change set may be wider than a phone. */
const wrapping = { root: styles.wrapping, label: styles.wrapped }

export function UndoButton({ obstacle = null, besideRecord = false, ...target }: UndoButtonProps) {
  const { t } = useTranslation('undo')
  const known = obstacles.find((one) => one === obstacle)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        mih={24}
        classNames={wrapping}
        leftSection={<IconArrowBackUp size={13} />}
        aria-label={besideRecord ? undefined : t('title', { changeset: target.changeset })}
        disabled={known !== undefined}
        onClick={() => startUndo(target)}
      >
        {besideRecord ? t('whole', { changeset: target.changeset }) : t('undo')}
      </Button>
      {known === undefined ? null : <span className={styles.soft}>{t(`obstacle.${known}`)}</span>}
    </>
  )
}
