/** Key figures of the plan with links to the records behind them. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lateParameters, onTimeParameters } from '../../../../src/rules/late.ts'
import { inFull, partlyDeliveredQuery, type PlanFigure, planSummaryQuery } from '../../platform/api/home.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { planAgeQuery, storedPlanQuery } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import styles from './home.module.css'

export function PlanFigures() {
  const scenario = useScenario()
  const query = useQuery(planSummaryQuery(scenario.name))
  return (
    <QueryView query={query} inline rows={2}>
      {(data) => <Figures data={data} />}
    </QueryView>
  )
}

function Figures({ data }: { readonly data: readonly PlanFigure[] }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const { data: age } = useQuery(planAgeQuery(scenario.name))
  const { data: stored } = useQuery({ ...storedPlanQuery(scenario.name), enabled: useMayViewPlan() })
  const of = (section: string, name: string): PlanFigure | undefined =>
    data.find((figure) => figure.section === section && figure.name === name)
  const [onTime, late, short] = ['ontime', 'late', 'short'].map((name) => of('demand', name))
  const { data: partly = [] } = useQuery({
    ...partlyDeliveredQuery(scenario.name),
    enabled: (short?.count ?? 0) > 0,
  })
  // Accepted trials store plans too, without a run.
  const planned = age?.stored ?? of('run', 'runplan')?.moment ?? null
  const base = `/app/${encodeURIComponent(scenario.name)}`
  const demands = `${base}/data/demand`
  const value = (figure: PlanFigure | undefined): string => formats.number(Math.round(figure?.value ?? 0))
  const tiles = [
    {
      id: 'ontime',
      figure: onTime?.count,
      hint: percent(onTime),
      to: withQuery(demands, { ...onTimeParameters, ...inFull(partly) }),
    },
    {
      id: 'late',
      figure: late?.count,
      hint: percent(late),
      to: withQuery(demands, { ...lateParameters, ...inFull(partly), ordering: '-delay' }),
    },
    {
      id: 'short',
      figure: short?.count,
      hint: percent(short),
      to: `${base}/reports/problems?name__in=short,unplanned`,
    },
  ]
  function percent(figure: PlanFigure | undefined): string {
    if (figure === undefined || figure.percent === null) return ''
    // Closed and canceled sales orders are not planned.
    const count = [onTime, late, short].reduce((sum, one) => sum + (one?.count ?? 0), 0)
    const share = formats.percent(figure.percent / 100)
    return t('figures.share', { percent: share, count: formats.number(count) })
  }
  return (
    <section className={styles.wide} aria-label={t('figures.title')}>
      <div className={styles.tiles}>
        {tiles.map(({ id, figure, hint, to }) => (
          <ScreenLink key={id} className={styles.tile} data-kind={(figure ?? 0) > 0 ? id : 'none'} to={to}>
            <span>{t(`figures.${id}`)}</span>
            <strong>{formats.number(figure ?? 0)}</strong>
            <em>{hint}</em>
          </ScreenLink>
        ))}
        {stored === undefined || stored === null ? null : (
          <ScreenLink className={styles.tile} to={`${base}/exceptions?group=late&status=all`}>
            <span>{t('figures.effect')}</span>
            <strong>{formats.number(Math.round(stored.figures.quantity_days_late))}</strong>
            <em>{t('figures.effectHint')}</em>
          </ScreenLink>
        )}
        <ScreenLink
          className={styles.tile}
          title={t('common:currency')}
          to={`${base}/reports/inventory?measures=startvalue,endvalue,startonhand,endonhand`}
        >
          <span>{t('figures.inventory')}</span>
          <strong>{value(of('inventory', 'start'))}</strong>
          <em>{t('figures.inventoryEnd', { value: value(of('inventory', 'end')) })}</em>
        </ScreenLink>
        <ScreenLink className={styles.tile} to={`${base}/reports/problems`} title={t('figures.problemsHint')}>
          <span>{t('figures.problems')}</span>
          <strong>
            {formats.number(
              data
                .filter(({ section }) => section === 'problems')
                .reduce((sum, { count }) => sum + (count ?? 0), 0),
            )}
          </strong>
          <em>
            {planned === null
              ? t('figures.neverPlanned')
              : t('figures.planned', { at: formats.moment(planned) })}
          </em>
        </ScreenLink>
      </div>
    </section>
  )
}
