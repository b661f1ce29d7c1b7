/** Name or e-mail, password, whether to stay signed in; afterwards on to where the reader was going. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sendJson } from '../api/client.ts'
import { anything } from '../api/shape.ts'
import { PasswordField, Submit, UserName } from './fields.tsx'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'
import { Problem } from './problem.tsx'
import { Providers, signOnProblem } from './providers.tsx'
import { useSubmit } from './use-submit.ts'

export function LoginForm() {
  const { t } = useTranslation('login')
  const refused = signOnProblem()
  const passwordInput = useRef<HTMLInputElement>(null)
  const { problem, busy, onSubmit, faultOf } = useSubmit(async ({ username, password, remember }) => {
    try {
      const given = { username, password, remember: remember !== undefined }
      await sendJson('POST', '/login/', given, anything, { noSignIn: true })
    } catch (error) {
      passwordInput.current?.select()
      throw error
    }
    location.assign(nextPlace())
  })
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      {refused === undefined || problem !== undefined ? null : (
        <p role="alert" className={styles.problem}>
          {t(`signOn.${refused}`)}
        </p>
      )}
      <Problem error={problem} wrong={t('signIn.wrong')} />
      <form className={styles.form} onSubmit={onSubmit}>
        <UserName label={t('signIn.name')} error={faultOf('username')} />
        <PasswordField
          input={passwordInput}
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          error={faultOf('password')}
        />
        <label className={styles.check}>
          <input type="checkbox" name="remember" defaultChecked />
          {t('signIn.remember')}
        </label>
        <Submit busy={busy}>{t('signIn.submit')}</Submit>
        <p className={styles.hint}>{t('signIn.forgotten')}</p>
      </form>
      <Providers />
    </>
  )
}
