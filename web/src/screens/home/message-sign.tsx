/** What kind of message it is: how a task ended, what somebody said or did. */
import { IconMessage, IconPencil } from '@tabler/icons-react'
import type { Message } from '../../api/home.ts'
import { RunStatus } from '../execute/run-status.tsx'

export function MessageSign({ message: { kind, status } }: { readonly message: Message }) {
  if (kind === 'task') return <RunStatus run={{ status: status ?? 'Done', progress: 0 }} />
  const Sign = kind === 'comment' ? IconMessage : IconPencil
  return <Sign size={16} stroke={1.8} aria-hidden="true" />
}
