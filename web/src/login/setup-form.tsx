/** The first user of an installation: somebody who may do everything, with a password of their own choice. */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, asApiError } from '../api/api-error.ts'
import { sendJson } from '../api/client.ts'
import { anything } from '../api/shape.ts'
import styles from './login.module.css'
import { Problem } from './problem.tsx'

export function SetupForm() {
  const { t, i18n } = useTranslation('login')
  const [problem, setProblem] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const create = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const { username, email, password, again } = Object.fromEntries(new FormData(event.currentTarget))
    if (password !== again) {
      setProblem(new ApiError({ status: 400, detail: '', fields: { again: [t('setup.different')] } }))
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const given = { username, email, password, language: i18n.language }
      await sendJson('POST', '/api/setup/', given, anything, { noSignIn: true })
      await sendJson('POST', '/login/', { username, password }, anything, { noSignIn: true })
      location.assign('/app/')
    } catch (error) {
      setProblem(asApiError(error))
      setBusy(false)
    }
  }
  const faultOf = (field: string): string | undefined => problem?.fields[field]?.join(' ')
  return (
    <>
      <h1>{t('setup.title')}</h1>
      <p className={styles.lead}>{t('setup.lead')}</p>
      <Problem error={problem} wrong={t('failed')} />
      <form className={styles.form} onSubmit={(event) => void create(event)}>
        <TextInput
          size="sm"
          name="username"
          label={t('setup.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          error={faultOf('username')}
        />
        <TextInput
          size="sm"
          name="email"
          type="email"
          label={t('setup.email')}
          autoComplete="email"
          error={faultOf('email')}
        />
        <PasswordInput
          size="sm"
          name="password"
          label={t('setup.password')}
          description={t('passwordRules')}
          autoComplete="new-password"
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
          {t('setup.submit')}
        </Button>
      </form>
    </>
  )
}
