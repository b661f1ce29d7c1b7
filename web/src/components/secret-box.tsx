/** A text that is to be copied as it is, such as a secret that is shown once. */
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-box.module.css'

export function SecretBox({
  value,
  shown = value,
  copy,
  children,
}: {
  readonly value: string
  /** As it is read more easily. */
  readonly shown?: string
  /** Label of the button that copies it; without one there is none. */
  readonly copy?: string
  /** What stands before it. */
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.box}>
      {children}
      <code>{shown}</code>
      {copy === undefined ? null : <CopyButton value={value} label={copy} />}
    </div>
  )
}
