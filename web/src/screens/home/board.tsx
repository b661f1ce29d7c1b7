/** The widgets of the start page in their order: the own choice of the user, or else the page of the role. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startPageOf, startWidgets } from '../../../../src/model/start-pages.ts'
import type { EntityListing } from '../../platform/api/entities.ts'
import { isPlanned, planSummaryQuery } from '../../platform/api/home.ts'
import { startPagesQuery } from '../../platform/api/start-page.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { FirstHour } from './first-hour.tsx'
import { seesFigures } from './seen-entities.ts'
import { viewableWidgets, Widget } from './widgets.tsx'
import styles from './home.module.css'

interface BoardProps {
  readonly entities: readonly EntityListing[]
  /** Opens the choice of the widgets. */
  readonly onChoose: () => void
}

export function Board({ entities, onChoose }: BoardProps) {
  const { t } = useTranslation('home')
  const { name } = useScenario()
  const all = seesFigures(entities)
  const { data: figures } = useQuery({ ...planSummaryQuery(name), enabled: all })
  const { data: pages, isPending } = useQuery(startPagesQuery(name))
  if (isPending) return <LoadingSkeleton />
  const unplanned = figures !== undefined && !isPlanned(figures)
  // If the pages cannot be read, all widgets are shown, whose requests report the reason.
  const page = startPageOf(pages?.own ?? pages?.role.widgets) ?? startWidgets
  const shown = viewableWidgets(page, entities, unplanned)
  return (
    <>
      {unplanned ? (
        // Shown without a plan, because no order is on time or late then.
        <EmptyState title={t('common:unplanned.title')}>{t('common:unplanned.hint')}</EmptyState>
      ) : all ? (
        <FirstHour />
      ) : null}
      {shown.length === 0 && (page.length === 0 || !unplanned) ? (
        <EmptyState
          title={t('board.empty')}
          actions={<Button onClick={onChoose}>{t('board.customize')}</Button>}
        >
          {t('board.emptyHint')}
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          {shown.map((widget) => (
            <Widget key={widget} widget={widget} entities={entities} />
          ))}
        </div>
      )}
    </>
  )
}
