/** Button that undoes a change set; disabled with the reason if that is not possible. */
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openUndo } from './open-undo.tsx'
import type { UndoTarget } from './undo-target.ts'
import styles from './undo.module.css'

type UndoButtonProps = Extract<UndoTarget, { changeset: number }> & {
  /** Reason why the change set cannot be undone. */
  readonly obstacle?: string | null
}

const obstacles = ['replaced', 'counts', 'plan', 'shared', 'unknown'] as const

export function UndoButton({ obstacle = null, ...target }: UndoButtonProps) {
  const { t } = useTranslation('undo')
  const known = obstacles.find((one) => one === obstacle)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        mih={24}
        leftSection={<IconArrowBackUp size={13} />}
        aria-label={t('title', { changeset: target.changeset })}
        disabled={known !== undefined}
        onClick={() => void openUndo(target)}
      >
        {t('undo')}
      </Button>
      {known === undefined ? null : <span className={styles.soft}>{t(`obstacle.${known}`)}</span>}
    </>
  )
}
