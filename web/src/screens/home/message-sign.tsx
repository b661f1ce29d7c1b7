/** Icon of a message by its kind. */
import {
  IconAlertTriangle,
  IconAt,
  IconCalendarStats,
  IconGitPullRequest,
  IconMessage,
  IconPencil,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react'
import type { Message } from '../../platform/api/inbox.ts'
import { RunStatus } from '../execute/run-status.tsx'

const signs = {
  comment: IconMessage,
  mention: IconAt,
  proposal: IconGitPullRequest,
  plan: IconCalendarStats,
  exception: IconAlertTriangle,
  webhook: IconWebhook,
  release: IconSend,
  add: IconPencil,
  change: IconPencil,
  delete: IconPencil,
} as const

export function MessageSign({ message: { kind, status } }: { readonly message: Message }) {
  if (kind === 'task') return <RunStatus run={{ status: status ?? 'Done', progress: 0 }} />
  const Sign = signs[kind]
  return <Sign size={16} stroke={1.8} aria-hidden="true" />
}
