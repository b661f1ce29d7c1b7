/** The steps of a group with start, duration and result on one time axis. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Run, runsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { runHref } from '../../platform/run-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RunStatus, stateOf } from './run-status.tsx'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'
import { secondsOf } from './times.ts'
import styles from './execute.module.css'

export function RunSteps({ parent }: { readonly parent: Run }) {
  const { t } = useTranslation('execute')
  const formats = useFormats()
  const scenario = useScenario()
  const titles = useTaskTitles(scenario.name)
  const { data: steps = [] } = useQuery({
    ...runsQuery(scenario.name, { parent: parent.id, limit: 200 }),
    refetchInterval: parent.finished === null ? 2_000 : false,
  })
  if (steps.length === 0) return null
  const begin = formats.instant(parent.started ?? parent.submitted)
  const times = steps.flatMap(({ finished }) => (finished === null ? [] : [formats.instant(finished)]))
  const end = Math.max(begin + 1, formats.instant(parent.finished ?? ''), ...times)
  const span = Number.isNaN(end) ? Math.max(1, ...times.map((time) => time - begin)) : end - begin
  return (
    <section className={styles.panel} aria-labelledby="steps">
      <h2 id="steps">{t('run.steps')}</h2>
      <ol className={styles.steps}>
        {steps.toReversed().map((step) => {
          const from = step.started === null ? 0 : formats.instant(step.started) - begin
          const to = step.finished === null ? span : formats.instant(step.finished) - begin
          return (
            <li key={step.id}>
              <RunStatus run={step} />
              <ScreenLink to={runHref(scenario.name, step.id)}>{runTitle(titles, step)}</ScreenLink>
              <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                {step.started === null ? null : (
                  <rect
                    x={(from / span) * 100}
                    width={Math.max(0.8, ((to - from) / span) * 100)}
                    height="6"
                    data-state={stateOf(step)}
                  />
                )}
              </svg>
              <span className={styles.soft}>
                {step.started === null || step.finished === null
                  ? ''
                  : formats.duration(secondsOf(step, formats))}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
