/** Form for a new password, opened with a link from an administrator. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../platform/api/base-path.ts'
import { call } from '../platform/api/endpoints.ts'
import { NewPassword, Submit } from './fields.tsx'
import styles from './login.module.css'
import { Problem } from './problem.tsx'
import { requireSame, useSubmit } from './use-submit.ts'

const quiet = { noSignIn: true }

export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('login')
  const [stale, setStale] = useState(false)
  const [owner, setOwner] = useState('')
  const [done, setDone] = useState(false)
  const { problem, busy, onSubmit, faultOf } = useSubmit(async ({ password = '', again }) => {
    requireSame(password, again, t('setup.different'))
    await call('POST /api/reset/{token}/', { path: { token }, body: { password } }, quiet)
    setDone(true)
  })
  useEffect(() => {
    const look = async (): Promise<void> => {
      const { valid, username = '' } = await call('GET /api/reset/{token}/', { path: { token } }, quiet)
      setStale(!valid)
      setOwner(username)
    }
    // If the service does not answer, submitting the form shows the error.
    look().catch(() => undefined)
  }, [token])
  if (done || stale) {
    return (
      <>
        <h1>{done ? t('reset.done') : t('reset.staleTitle')}</h1>
        <p className={styles.lead}>{done ? t('reset.doneHint') : t('reset.stale')}</p>
        <a href={addressOfPath('/login/')} className={styles.submit}>
          {t('signIn.submit')}
        </a>
      </>
    )
  }
  return (
    <>
      <h1>{t('reset.title')}</h1>
      <p className={styles.lead}>{owner === '' ? t('reset.lead') : t('reset.leadFor', { name: owner })}</p>
      <Problem error={problem} wrong={t('reset.stale')} />
      <form className={styles.form} onSubmit={onSubmit}>
        <input type="text" name="username" autoComplete="username" value={owner} readOnly hidden />
        <NewPassword label={t('reset.password')} autoFocus faultOf={faultOf} />
        <Submit busy={busy}>{t('reset.submit')}</Submit>
      </form>
    </>
  )
}
