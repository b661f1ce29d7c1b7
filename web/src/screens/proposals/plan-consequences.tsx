/** Consequences of a proposal for the plan, computed on request. */
import { Button } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proposalConsequencesQuery } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { Consequences } from '../../trial/consequences.tsx'
import styles from './proposals.module.css'

export function PlanConsequences({ id }: { readonly id: number }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const [asked, setAsked] = useState(false)
  const { data, error, refetch } = useQuery({
    ...proposalConsequencesQuery(scenario.name, id),
    enabled: asked,
  })
  if (!asked) {
    return (
      <Button
        variant="default"
        leftSection={<IconTimeline size={15} />}
        className={styles.ask}
        onClick={() => setAsked(true)}
      >
        {t('consequences.show')}
      </Button>
    )
  }
  if (error !== null) return <ErrorState error={error} inline onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div role="status">
        <p className={styles.soft}>{t('trial:try.running')}</p>
        <LoadingSkeleton rows={4} />
      </div>
    )
  }
  return <Consequences trial={data} />
}
