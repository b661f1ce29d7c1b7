/** Button beside the save button: saves edits as a proposal instead. */
import { Button } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createProposal, type EditWithBase, mayPropose } from '../platform/api/proposals.ts'
import { loadCode } from '../platform/not-loaded.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { toastError } from '../ui/toasts.ts'

interface ProposeButtonProps {
  /** Reason why the edits cannot be proposed in their current state, as a title of the button. */
  readonly fault?: string | undefined
  /** Resolves with undefined if the edits turn out not to be valid, after showing why. */
  readonly editsOf: () => readonly EditWithBase[] | Promise<readonly EditWithBase[] | undefined>
  readonly disabled?: boolean
  readonly suggestedTitle?: string | undefined
  readonly onSaved?: () => void
}

/** Renders nothing for users who may not create proposals. */
export function ProposeButton({
  fault,
  editsOf,
  disabled = false,
  suggestedTitle,
  onSaved,
}: ProposeButtonProps) {
  const { t } = useTranslation('common')
  const scenario = useScenario()
  if (!scenario.may(mayPropose)) return null
  const open = async (): Promise<void> => {
    const edits = await editsOf()
    if (edits === undefined) return
    const [{ openPropose }, { toastProposal }] = await Promise.all([
      loadCode(import('./open-propose.tsx')),
      loadCode(import('./toast-proposal.tsx')),
    ])
    await openPropose({
      scenario: scenario.name,
      count: edits.length,
      save: async (texts) => (await createProposal(scenario.name, { ...texts, edits })).id,
      suggestedTitle,
      onSaved: (id) => {
        onSaved?.()
        if (id !== null) toastProposal(scenario.name, id)
      },
    })
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      leftSection={<IconGitPullRequest size={15} />}
      onClick={() => void open().catch(toastError)}
      {...(fault === undefined ? {} : { title: fault })}
    >
      {t('propose')}
    </Button>
  )
}
