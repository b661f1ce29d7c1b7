/** Result of a release: the receipts as files, its undo, and why orders were not released. */
import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProposedOrder, Release } from '../../platform/api/release.ts'
import type { ReleaseType } from '../../platform/api/release-types.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { refreshScenario } from '../../platform/api/run-events.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { focusTitleIfLost } from '../../ui/is-focus-lost.ts'
import { UndoButton } from '../../undo/undo-button.tsx'
import { groupOrders } from './group-orders.ts'
import { ReceiptFiles } from './receipt-files.tsx'
import styles from './release.module.css'

interface ReleasedProps {
  readonly release: Release
  readonly type: ReleaseType
  /** The orders that were to be released. */
  readonly orders: readonly ProposedOrder[]
  readonly onClose: () => void
}

export function Released({ release, type, orders, onClose }: ReleasedProps) {
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
          <ByPartner type={type} orders={orders.filter(({ reference }) => released.includes(reference))} />
          <p>{t('target')}</p>
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

/** What was released to whom: number and value of the orders of each supplier, lane or plant. */
function ByPartner({ type, orders }: Pick<ReleasedProps, 'type' | 'orders'>) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  return (
    <ul>
      {groupOrders(type, orders).map(({ name, orders: members, value }) => (
        <li key={name}>
          {name === '' ? t('nobody') : name}: {t('orders', { count: members.length })},{' '}
          {t('value', { value: formats.number(value, { maximumFractionDigits: 0 }) })}
        </li>
      ))}
    </ul>
  )
}
