/** Overlay of a list without rows: an invalid filter, an error, or an empty list. */
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { GridModel } from '../grid-model.ts'
import { useSignalPart } from '../../platform/signal.ts'
import { unknownViewTexts } from '../use-grid-list.ts'
import type { OpenGridState } from '../use-grid-state.ts'
import { NoRows } from './no-rows.tsx'
import styles from './parts.module.css'

export interface ListOverlayProps {
  readonly model: GridModel
  readonly state: OpenGridState
  /** Reason why actions on rows are disabled, if they are. */
  readonly shut: string | undefined
  readonly embedded: boolean
  /** Whether another component shows the content of the list. */
  readonly quiet: boolean
  readonly onAdd: () => void
}

export function ListOverlay({ model, state, shut, embedded, quiet, onAdd }: ListOverlayProps) {
  const { t } = useTranslation('grid')
  const error = useSignalPart(model.list, (list) => list.error)
  const total = useSignalPart(model.list, (list) => list.total)
  const added = useSyncExternalStore(model.stage.subscribe, () => model.stage.created().length)
  if (state.viewFault !== undefined) {
    const { title, hint } = unknownViewTexts[state.viewFault]
    return (
      <div className={styles.over}>
        <EmptyState
          title={t(title)}
          actions={
            <>
              {state.viewFault === 'unread' ? (
                <Button onClick={state.readViews}>{t('common:retry')}</Button>
              ) : null}
              <Button variant="default" onClick={() => state.setView(undefined)}>
                {t('empty.allRows')}
              </Button>
            </>
          }
        >
          {t(hint)}
        </EmptyState>
      </div>
    )
  }
  if (shut !== undefined) {
    return (
      <div className={styles.over}>
        <EmptyState
          title={t('empty.wrongFilter')}
          actions={
            <Button variant="default" onClick={() => state.setFilter({ and: [] })}>
              {t('filter.clearAll')}
            </Button>
          }
        >
          {t('empty.wrongFilterHint')}
        </EmptyState>
      </div>
    )
  }
  if (quiet) return null
  if (error !== undefined && total === undefined) {
    return (
      <div className={styles.over}>
        <ErrorState error={error} onRetry={() => model.reload()} inline />
      </div>
    )
  }
  if (total === undefined || total + added > 0) return null
  return (
    <div className={styles.over}>
      <NoRows
        meta={model.settings.meta}
        filtered={state.filtered}
        onClear={() => state.setView(undefined)}
        onAdd={onAdd}
        embedded={embedded}
      />
    </div>
  )
}
