/** A status as a word and an icon; the color only repeats them. */
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircle,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

const signs = {
  ok: IconCheck,
  warn: IconAlertTriangle,
  bad: IconX,
  info: IconInfoCircle,
  waiting: IconClock,
  off: IconBan,
  neutral: IconCircle,
} as const

export type Tone = keyof typeof signs

export interface StatusBadgeProps {
  readonly tone: Tone
  readonly children: ReactNode
}

export function StatusBadge({ tone, children }: StatusBadgeProps) {
  const Sign = signs[tone]
  return (
    <span className={styles.badge} data-tone={tone}>
      <Sign size={13} stroke={2.2} aria-hidden="true" />
      {children}
    </span>
  )
}
