/** Result of a release: the receipts as files, its undo, and why orders were not released. */
import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Release } from '../../platform/api/release.ts'
import { refreshScenario } from '../../platform/api/run-events.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { focusTitleIfLost } from '../../ui/is-focus-lost.ts'
import { UndoButton } from '../../undo/undo-button.tsx'
import { ReceiptFiles } from './receipt-files.tsx'
import styles from './release.module.css'

export function Released({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const client = useQueryClient()
  const { changeset, released, refused } = release
  const alert = useRef<HTMLDivElement>(null)
  const undone = (): void => {
    refreshScenario(client, scenario.name)
    onClose()
    focusTitleIfLost()
  }
  // The selection is empty after the release, so that the pressed button is disabled.
  useEffect(() => alert.current?.focus({ preventScroll: true }), [])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color={refused.length === 0 ? 'teal' : 'orange'}
      role="status"
      withCloseButton
      closeButtonLabel={t('close', { ns: 'common' })}
      onClose={onClose}
      title={t('released', { count: released.length })}
    >
      {changeset === null ? null : (
        <>
          <ReceiptFiles changeset={changeset}>
            <UndoButton scenario={scenario.name} changeset={changeset} onUndone={undone} />
          </ReceiptFiles>
          <p className={styles.soft}>{t('undoHint')}</p>
        </>
      )}
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ reference, reason }) => (
            <li key={reference}>
              {reference}: {t(`refused.${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
