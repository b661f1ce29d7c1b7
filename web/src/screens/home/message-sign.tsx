/** What kind of message it is: how a task ended, what somebody said or did. */
import { IconGitPullRequest, IconMessage, IconPencil } from '@tabler/icons-react'
import type { Message } from '../../api/home.ts'
import { RunStatus } from '../execute/run-status.tsx'

export function MessageSign({ message: { kind, status } }: { readonly message: Message }) {
  if (kind === 'task') return <RunStatus run={{ status: status ?? 'Done', progress: 0 }} />
  const signs = { comment: IconMessage, proposal: IconGitPullRequest } as const
  const Sign = kind === 'comment' || kind === 'proposal' ? signs[kind] : IconPencil
  return <Sign size={16} stroke={1.8} aria-hidden="true" />
}
