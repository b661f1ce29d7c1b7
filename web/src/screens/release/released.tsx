/** Result of a release: the receipts as files, and why orders were not released. */
import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Release } from '../../platform/api/release.ts'
import { ReceiptFiles } from './receipt-files.tsx'

export function Released({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) {
  const { t } = useTranslation('release')
  const { changeset, released, refused } = release
  const alert = useRef<HTMLDivElement>(null)
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
      {changeset === null ? null : <ReceiptFiles changeset={changeset} />}
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
