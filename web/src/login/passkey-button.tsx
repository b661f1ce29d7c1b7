/** Button that signs in with a passkey, if the browser supports them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { isDeclined, knowsPasskeys, signInWithPasskey } from '../platform/api/factors.ts'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'

export function PasskeyButton() {
  const { t } = useTranslation('login')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  if (!knowsPasskeys()) return null
  const signIn = async (): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      const remember = document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? true
      await signInWithPasskey(remember)
      location.assign(nextPlace())
    } catch (error) {
      setBusy(false)
      const { detail, unreachable } = asApiError(error)
      setProblem(
        isDeclined(error) ? t('factor.declined') : detail || t(unreachable ? 'unreachable' : 'failed'),
      )
    }
  }
  return (
    <div className={styles.providers}>
      <button
        type="button"
        className={styles.provider}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void signIn()
        }}
      >
        {t('factor.passkey')}
      </button>
      <div role="alert">{problem === '' ? null : <p className={styles.problem}>{problem}</p>}</div>
    </div>
  )
}
