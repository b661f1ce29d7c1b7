/**
 * Notice that the data has changed since the displayed plan was made, with links to the changes, to a preview of a new
 * plan and to the form of a run, and a button that plans again as before.
 */
import { UnstyledButton } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../../platform/api/paths.ts'
import { planAgeQuery } from '../../platform/api/plan-history.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PlanAgain } from '../../ui/plan-again.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMayViewPlan } from '../../ui/use-may-view-plan.ts'
import { late } from '../../ui/late.tsx'
import styles from './notice-bar.module.css'

const PlanPreview = late(async () => (await import('../../trial/plan-preview.tsx')).PlanPreview)

export function PlanNotice() {
  const [previews, setPreviews] = useState(false)
  const { t } = useTranslation('common')
  const formats = useFormats()
  const scenario = useScenario()
  const visible = useMayViewPlan()
  const { data } = useQuery({ ...planAgeQuery(scenario.name), enabled: visible })
  if (data === undefined || data.stored === null || data.changes.records === 0) return null
  const { records } = data.changes
  const changes = t('plan.changes', {
    count: records,
    number: formats.number(records),
    at: formats.moment(data.stored),
  })
  return (
    <p className={styles.bar} data-tone="info">
      <IconCalendarTime size={16} stroke={1.7} aria-hidden="true" />
      {scenario.may('common.view_comment') ? (
        <ScreenLink
          className={styles.text}
          to={withQuery('/app/audit', { scenario: scenario.name, after: data.stored })}
        >
          {changes}
        </ScreenLink>
      ) : (
        <span className={styles.text}>{changes}</span>
      )}
      {scenario.may(mayTryPlan) ? (
        <UnstyledButton className={styles.link} onClick={() => setPreviews(true)}>
          {t('plan.preview')}
        </UnstyledButton>
      ) : null}
      {previews ? (
        <Suspense>
          <PlanPreview onClose={() => setPreviews(false)} />
        </Suspense>
      ) : null}
      {scenario.may('execute.run_runplan') ? (
        <>
          <PlanAgain scenario={scenario.name} className={styles.link} />
          <ScreenLink
            className={styles.link}
            to={`/app/${encodeURIComponent(scenario.name)}/execute?task=runplan`}
          >
            {t('plan.settings')}
          </ScreenLink>
        </>
      ) : null}
    </p>
  )
}
