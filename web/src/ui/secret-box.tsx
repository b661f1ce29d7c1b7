/** A text that must be copied exactly, such as a secret that is shown once. */
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
  /** Displayed text, if another format is easier to read. */
  readonly shown?: string
  /** Label of the copy button; no button without it. */
  readonly copy?: string
  /** Content before the text. */
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
