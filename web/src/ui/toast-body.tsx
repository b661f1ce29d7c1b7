/** Message of a toast, with the button or link beside it. */
import type { ReactNode } from 'react'
import styles from './toast.module.css'

interface ToastBodyProps {
  readonly message: ReactNode
  readonly action: ReactNode
}

export function ToastBody({ message, action }: ToastBodyProps) {
  return (
    <span className={styles.body}>
      <span className={styles.text}>{message}</span>
      {action === undefined ? null : <span className={styles.action}>{action}</span>}
    </span>
  )
}
