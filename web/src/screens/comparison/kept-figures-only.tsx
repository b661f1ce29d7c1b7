/** In place of the sales orders or records of plans of which the history keeps only the figures. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../../platform/api/paths.ts'
import type { FoundPlan } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

interface KeptFiguresOnlyProps {
  readonly first: FoundPlan
  readonly other: FoundPlan
  /** What is asked for. */
  readonly of: 'orders' | 'records'
}

export function KeptFiguresOnly({ first, other, of }: KeptFiguresOnlyProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const { label, may } = useScenario()
  // Times of the service are compared as texts of one form.
  const times = [first, other].flatMap(({ plan }) => plan?.time.slice(0, 19) ?? []).toSorted()
  const [after, before] = times
  const isSamePlan = first.last && other.last
  const old = [first, other].filter((one) => !one.last)
  const moments = old.map(({ plan }) => (plan === null ? '?' : formats.moment(plan.time)))
  const links = first.scenario === other.scenario && may('common.view_comment') && !isSamePlan
  const title = isSamePlan ? t('old.same') : t(`old.${of}`, { here: label })
  return (
    <EmptyState
      title={title}
      actions={
        links && after !== undefined && before !== undefined ? (
          <Button
            variant="default"
            component={ScreenLink}
            to={withQuery('/app/audit', { scenario: first.scenario, after, before })}
          >
            {t('old.changes')}
          </Button>
        ) : undefined
      }
    >
      {isSamePlan
        ? t('old.sameHint')
        : of === 'records'
          ? t('old.recordsHint')
          : t('old.ordersHint', { at: moments.join(', ') })}
    </EmptyState>
  )
}
