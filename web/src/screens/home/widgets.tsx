/** The widgets of the start page: titles, the rights that each needs, and contents. */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartWidget } from '../../../../src/model/start-pages.ts'
import type { EntityListing } from '../../platform/api/entities.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { late } from '../../ui/late.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { BusyResources } from './busy-resources.tsx'
import { DataHealth } from './data-health.tsx'
import { LastRuns } from './last-runs.tsx'
import { LateOrders } from './late-orders.tsx'
import { NewMessages } from './new-messages.tsx'
import { PlanFigures } from './plan-figures.tsx'
import { QuickLaunch } from './quick-launch.tsx'
import { seesFigures } from './seen-entities.ts'
import { Shortages } from './shortages.tsx'
import { TopExceptions } from './top-exceptions.tsx'

/** Loaded separately, because its chart needs much code that the screen does not. */
const PlanTrend = late(async () => {
  const [{ PlanTrend: Component }] = await Promise.all([import('./plan-trend.tsx'), loadWords('trial')()])
  return Component
})

/** Returns a function with the title of a widget. */
export function useWidgetTitle(): (widget: StartWidget) => string {
  const { t } = useTranslation(['home', 'exceptions'])
  const titles: Readonly<Record<StartWidget, string>> = {
    exceptions: t('exceptions:decide'),
    figures: t('figures.title'),
    late: t('late.title'),
    busy: t('busy.title'),
    shortages: t('shortages.title'),
    trend: t('trend.title'),
    runs: t('runs.title'),
    groups: t('groups.title'),
    inbox: t('inbox.title'),
    data: t('data.title'),
  }
  return (widget) => titles[widget]
}

/** Widgets that show a plan; without one they are hidden. */
const ofPlan: ReadonlySet<StartWidget> = new Set([
  'exceptions',
  'figures',
  'late',
  'busy',
  'shortages',
  'trend',
])

interface WidgetProps {
  readonly widget: StartWidget
  readonly entities: readonly EntityListing[]
}

/** Returns the widgets of a page that the user may view. */
export function viewableWidgets(
  page: readonly StartWidget[],
  entities: readonly EntityListing[],
  unplanned: boolean,
): readonly StartWidget[] {
  const seen = new Set(entities.map(({ entity }) => entity))
  const all = seesFigures(entities)
  const noExceptions = !all || !seen.has('input.operationplanresource')
  const hidden: Readonly<Partial<Record<StartWidget, boolean>>> = {
    exceptions: noExceptions,
    figures: !all,
    late: !seen.has('input.demand'),
    busy: !all,
    shortages: noExceptions,
  }
  return page.filter((widget) => hidden[widget] !== true && !(unplanned && ofPlan.has(widget)))
}

export function Widget({ widget, entities }: WidgetProps) {
  switch (widget) {
    case 'exceptions':
      return <TopExceptions />
    case 'figures':
      return <PlanFigures />
    case 'late':
      return <LateOrders />
    case 'busy':
      return <BusyResources />
    case 'shortages':
      return <Shortages />
    case 'trend':
      return (
        <Suspense fallback={<LoadingSkeleton rows={3} />}>
          <PlanTrend />
        </Suspense>
      )
    case 'runs':
      return <LastRuns />
    case 'groups':
      return <QuickLaunch />
    case 'inbox':
      return <NewMessages />
    default:
      return <DataHealth entities={entities} />
  }
}
