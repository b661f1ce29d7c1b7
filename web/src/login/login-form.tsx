/** Name or e-mail, password, whether to stay signed in; afterwards on to where the reader was going. */
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, asApiError } from '../api/api-error.ts'
import { sendJson } from '../api/client.ts'
import { anything } from '../api/shape.ts'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'
import { Problem } from './problem.tsx'

export function LoginForm() {
  const { t } = useTranslation('login')
  const [problem, setProblem] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const signIn = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      const { username, password } = Object.fromEntries(fields)
      const given = { username, password, remember: fields.has('remember') }
      await sendJson('POST', '/login/', given, anything, { noSignIn: true })
      location.assign(nextPlace())
    } catch (error) {
      setProblem(asApiError(error))
      setBusy(false)
      password.current?.select()
    }
  }
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      <Problem error={problem} wrong={t('signIn.wrong')} />
      <form className={styles.form} onSubmit={(event) => void signIn(event)}>
        <TextInput
          size="sm"
          name="username"
          label={t('signIn.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          withAsterisk={false}
          error={problem?.fields['username']?.[0]}
        />
        <PasswordInput
          size="sm"
          ref={password}
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={problem?.fields['password']?.[0]}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <Checkbox name="remember" size="sm" label={t('signIn.remember')} defaultChecked />
        <Button type="submit" size="sm" loading={busy} fullWidth>
          {t('signIn.submit')}
        </Button>
        <p className={styles.hint}>{t('signIn.forgotten')}</p>
      </form>
    </>
  )
}
