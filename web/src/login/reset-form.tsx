/** A new password, by the link that an administrator has handed out. */
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, asApiError } from '../api/api-error.ts'
import { sendJson } from '../api/client.ts'
import { anything } from '../api/shape.ts'
import styles from './login.module.css'
import { Problem } from './problem.tsx'

export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('login')
  const [problem, setProblem] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const change = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const { password, again } = Object.fromEntries(new FormData(event.currentTarget))
    if (password !== again) {
      setProblem(new ApiError({ status: 400, detail: '', fields: { again: [t('setup.different')] } }))
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const path = `/api/reset/${encodeURIComponent(token)}/`
      await sendJson('POST', path, { password }, anything, { noSignIn: true })
      setDone(true)
    } catch (error) {
      setProblem(asApiError(error))
    } finally {
      setBusy(false)
    }
  }
  if (done) {
    return (
      <>
        <h1>{t('reset.done')}</h1>
        <p className={styles.lead}>{t('reset.doneHint')}</p>
        <Button component="a" href="/login/" size="sm" fullWidth>
          {t('signIn.submit')}
        </Button>
      </>
    )
  }
  const faultOf = (field: string): string | undefined => problem?.fields[field]?.join(' ')
  return (
    <>
      <h1>{t('reset.title')}</h1>
      <p className={styles.lead}>{t('reset.lead')}</p>
      <Problem error={problem} wrong={t('reset.stale')} />
      <form className={styles.form} onSubmit={(event) => void change(event)}>
        <PasswordInput
          size="sm"
          name="password"
          label={t('reset.password')}
          description={t('passwordRules')}
          autoComplete="new-password"
          autoFocus
          required
          error={faultOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <PasswordInput
          size="sm"
          name="again"
          label={t('setup.again')}
          autoComplete="new-password"
          required
          error={faultOf('again')}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <Button type="submit" size="sm" loading={busy} fullWidth>
          {t('reset.submit')}
        </Button>
      </form>
    </>
  )
}
