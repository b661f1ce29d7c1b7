/** Actions for a resource, wherever one is shown: down time, overtime, calendar. */
import { Button } from '@mantine/core'
import { IconClockPlus, IconPlugConnectedX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayTryPlan } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { late } from '../ui/late.tsx'

const dialogs = {
  down: late(async () => (await import('./down-dialog.tsx')).DownDialog),
  overtime: late(async () => (await import('./overtime-dialog.tsx')).OvertimeDialog),
}

interface ResourceActionsProps {
  readonly resource: string
}

/** Uses the translations of `calendars` and `trial`. Renders nothing for users who may not request trials. */
export function ResourceActions({ resource }: ResourceActionsProps) {
  const { t } = useTranslation(['calendars', 'trial'])
  const scenario = useScenario()
  const [open, setOpen] = useState<keyof typeof dialogs>()
  if (!scenario.may(mayTryPlan)) return null
  const Dialog = open === undefined ? undefined : dialogs[open]
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnectedX size={15} aria-hidden="true" />}
        onClick={() => setOpen('down')}
      >
        {t('down.open')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconClockPlus size={15} aria-hidden="true" />}
        onClick={() => setOpen('overtime')}
      >
        {t('overtime.open')}
      </Button>
      {Dialog === undefined ? null : (
        <Suspense>
          <Dialog resource={resource} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
