/** Button beside Save that shows the effect of the unsaved edits on the plan. */
import { Button } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EditFault, mayTryPlan, type PlanEdit } from '../../platform/api/plan-trials.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { toastError } from '../../ui/toasts.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { late } from '../../ui/late.tsx'

const StagedConsequences = late(
  async () => (await import('../../trial/staged-consequences.tsx')).StagedConsequences,
)

interface ConsequencesButtonProps {
  readonly meta: Pick<EntityMeta, 'app'>
  /** Whether a staged value is invalid. */
  readonly faulty: boolean
  /** Resolves with the edits; with undefined if a staged value is invalid, which it announces. */
  readonly editsOf: () => Promise<readonly PlanEdit[] | undefined>
  /** Shows the errors of the edits that the service has rejected. */
  readonly onFaults: (faults: readonly EditFault[]) => void
}

/** Renders nothing for entities that planning does not use, and for users who may not request trials. */
export function ConsequencesButton(props: ConsequencesButtonProps) {
  const scenario = useScenario()
  if (props.meta.app !== 'input' || !scenario.may(mayTryPlan)) return null
  // The translations are loaded with the first edit; the grid does not wait for them.
  return (
    <Suspense fallback={null}>
      <Offer {...props} />
    </Suspense>
  )
}

function Offer({ faulty, editsOf, onFaults }: ConsequencesButtonProps) {
  const { t } = useTranslation('trial')
  const [edits, setEdits] = useState<readonly PlanEdit[]>()
  const show = async (): Promise<void> => {
    const found = await editsOf()
    if (found !== undefined) setEdits(found)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTimeline size={15} />}
        onClick={() => void show().catch(toastError)}
        {...(faulty ? { title: t('stage.faults') } : {})}
      >
        {t('stage.button')}
      </Button>
      {edits === undefined ? null : (
        <Suspense fallback={null}>
          <StagedConsequences
            edits={edits}
            onClose={() => setEdits(undefined)}
            onFaults={(faults) => {
              setEdits(undefined)
              onFaults(faults)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
