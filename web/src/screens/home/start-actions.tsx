/** Buttons at the top of the start screen: the changes since yesterday, and a new plan with the parameters of the last one or others. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../../platform/api/paths.ts'
import { useServiceDays } from '../../platform/calendar/use-service-days.ts'
import { withTime } from '../../platform/formats/instants.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PlanAgain } from '../../ui/plan-again.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

export function StartActions() {
  const { t } = useTranslation('home')
  const scenario = useScenario()
  const serviceDay = useServiceDays()
  return (
    <>
      {scenario.may('common.view_comment') ? (
        <Button
          component={ScreenLink}
          variant="default"
          to={withQuery('/app/audit', { scenario: scenario.name, after: withTime(serviceDay(-1)) })}
        >
          {t('changes')}
        </Button>
      ) : null}
      {scenario.may('execute.run_runplan') ? (
        <>
          <PlanAgain scenario={scenario.name} isMain />
          <Button
            component={ScreenLink}
            variant="default"
            to={`/app/${encodeURIComponent(scenario.name)}/execute?task=runplan`}
          >
            {t('common:plan.settings')}
          </Button>
        </>
      ) : null}
    </>
  )
}
