/** Link to a change set in the audit trail, which shows its records and undoes it. */
import type { ReactNode } from 'react'
import { withQuery } from '../platform/api/paths.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ScreenLink } from '../ui/screen-link.tsx'

interface ChangeSetLinkProps {
  /** Scenario of the change set. */
  readonly scenario: string
  readonly changeset: number
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Renders only the text for those who may not view the audit trail. */
export function ChangeSetLink({ scenario, changeset, className, children }: ChangeSetLinkProps) {
  const here = useScenario()
  // The rights in another scenario are not known here.
  if (here.name === scenario && !here.may('common.view_comment')) return <span>{children}</span>
  return (
    <ScreenLink className={className} to={withQuery('/app/audit', { scenario, set: changeset })}>
      {children}
    </ScreenLink>
  )
}
