/** Summary of a period for planners: key figures before and after, orders that became late or on time, and decisions. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeSet } from '../../platform/api/audit.ts'
import { planHistoryQuery } from '../../platform/api/plan-history.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { figureNames, roundedFigure, useFigureText } from '../../trial/figure-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { ChangeSetLink } from '../../undo/change-set-link.tsx'
import { useChangeSetTitles } from '../../undo/change-set-title.ts'
import { ChangedDeliveries } from './changed-deliveries.tsx'
import { netDeliveries } from './net-deliveries.ts'
import styles from './audit.module.css'

/** Maximum number of decisions; the list below has all of them. */
const mostDecisions = 8

interface ChangesSummaryProps {
  /** Begin and end of the period, as text. */
  readonly after: string
  readonly before: string | undefined
  /** The change sets of the period that were read, newest first. */
  readonly sets: readonly ChangeSet[]
}

export function ChangesSummary({ after, before, sets }: ChangesSummaryProps) {
  const { t } = useTranslation('audit')
  const scenario = useScenario()
  const { titleOf } = useChangeSetTitles(scenario.name)
  const decisions = sets.filter(({ entities }) => entities.some(({ computed }) => computed !== true))
  return (
    <Panel title={t('summary.title')}>
      <PlanChanges after={after} before={before} />
      {decisions.length === 0 ? null : (
        <>
          <h3 className={styles.part}>{t('summary.decisions')}</h3>
          <ul className={styles.decisions}>
            {decisions.slice(0, mostDecisions).map((set) => (
              <li key={set.changeset}>
                <ChangeSetLink scenario={scenario.name} changeset={set.changeset}>
                  {titleOf(set)}
                </ChangeSetLink>{' '}
                <span className={styles.soft}>
                  {set.user === null ? t('grid:record.nobody') : (set.user.username ?? t('grid:record.gone'))}
                </span>
              </li>
            ))}
            {decisions.length > mostDecisions ? <li>…</li> : null}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** What the plans of the period changed together. */
function PlanChanges({ after, before }: Pick<ChangesSummaryProps, 'after' | 'before'>) {
  const { t } = useTranslation('audit')
  const scenario = useScenario()
  const visible = useMayViewPlan()
  const text = useFigureText()
  const { data = [] } = useQuery({ ...planHistoryQuery(scenario.name), enabled: visible })
  const first = data.findIndex(({ time }) => time >= after)
  const plans =
    first === -1 ? [] : data.slice(first).filter(({ time }) => before === undefined || time <= before)
  const last = plans.at(-1)
  if (last === undefined) return visible ? <p className={styles.soft}>{t('summary.noPlan')}</p> : null
  // If the history begins in the period, its first plan is the one before.
  const former = data[first - 1] ?? (plans.length > 1 ? plans[0] : undefined)
  const changed = figureNames.filter(
    (name) =>
      former === undefined || roundedFigure(former.figures[name]) !== roundedFigure(last.figures[name]),
  )
  return (
    <>
      <p>{t('summary.plans', { count: plans.length })}</p>
      {changed.length === 0 ? (
        <p className={styles.soft}>{t('summary.same')}</p>
      ) : (
        <ul className={styles.decisions}>
          {changed.map((name) => (
            <li key={name}>
              {t(`trial:figures.${name}`)}:{' '}
              {former === undefined ? null : `${text(name, former.figures[name])} → `}
              <b>{text(name, last.figures[name])}</b>
            </li>
          ))}
        </ul>
      )}
      <ChangedDeliveries deliveries={netDeliveries(plans.map(({ figures }) => figures.deliveries))} />
    </>
  )
}
