/** Button beside the save button: saves edits as a proposal instead. */
import { Button } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type EditWithBase, mayPropose } from '../platform/api/proposals.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { announce } from '../ui/live-region.tsx'
import { toastError } from '../ui/toasts.ts'

interface ProposeButtonProps {
  /** Reason why the edits cannot be proposed in their current state. */
  readonly fault?: string | undefined
  readonly editsOf: () => readonly EditWithBase[] | Promise<readonly EditWithBase[]>
  readonly suggestedTitle?: string | undefined
  readonly onSaved: () => void
}

/** Renders nothing for users who may not create proposals. */
export function ProposeButton({ fault, editsOf, suggestedTitle, onSaved }: ProposeButtonProps) {
  const { t } = useTranslation('common')
  const scenario = useScenario()
  if (!scenario.may(mayPropose)) return null
  const open = (): void => {
    if (fault !== undefined) {
      announce(fault)
      return
    }
    import('./open-propose.tsx')
      .then(async ({ openPropose }) =>
        openPropose({ scenario: scenario.name, edits: await editsOf(), suggestedTitle, onSaved }),
      )
      .catch(toastError)
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconGitPullRequest size={15} />}
      onClick={open}
      {...(fault === undefined ? {} : { title: fault })}
    >
      {t('propose')}
    </Button>
  )
}
