/**
 * Form with user name or e-mail, password, the option to stay signed in, and the code of a second factor if one is
 * required. Redirects to the page that the user requested.
 */
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { signIn } from '../platform/api/factors.ts'
import { Field, PasswordField, Submit, UserName } from './fields.tsx'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { Problem } from './problem.tsx'
import { Providers, signOnProblem } from './providers.tsx'
import { useSubmit } from './use-submit.ts'

const FactorForm = lazy(async () => ({ default: (await import('./factor-form.tsx')).FactorForm }))

/** Returns whether the session is open but requires setting up a second factor. */
const isMissing = (search: string = location.search): boolean =>
  new URLSearchParams(search).get('factor') === 'missing'

export function LoginForm() {
  const [password, setPassword] = useState<string | undefined>(isMissing() ? '' : undefined)
  if (password === undefined) return <PasswordForm onFactorMissing={setPassword} />
  return (
    <Suspense fallback={null}>
      <FactorForm password={password} />
    </Suspense>
  )
}

function PasswordForm({ onFactorMissing }: { readonly onFactorMissing: (password: string) => void }) {
  const { t } = useTranslation('login')
  const refused = signOnProblem()
  const [asked, setAsked] = useState(false)
  const [tried, setTried] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const { problem, busy, onSubmit, faultOf } = useSubmit(
    async ({ username = '', password = '', ...rest }) => {
      const { code = '', remember } = rest
      try {
        const given = { username, password, remember: remember !== undefined }
        const { second_factor: factor } = await signIn(code === '' ? given : { ...given, code })
        if (factor === 'missing') return onFactorMissing(password)
      } catch (error) {
        const isCode = asApiError(error).fields['code'] !== undefined
        setAsked((before) => before || isCode)
        setTried(isCode && code !== '')
        if (isCode) codeInput.current?.select()
        else passwordInput.current?.select()
        throw error
      }
      location.assign(nextPlace())
    },
  )
  const isCodeFault = problem?.fields['code'] !== undefined
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      {refused === undefined || problem !== undefined ? null : (
        <p role="alert" className={styles.problem}>
          {t(`signOn.${refused}`)}
        </p>
      )}
      <Problem error={isCodeFault ? undefined : problem} wrong={t('signIn.wrong')} />
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
        {asked ? (
          <Field
            input={codeInput}
            name="code"
            label={t('factor.code')}
            description={t('factor.codeHint')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            error={tried ? faultOf('code') : undefined}
          />
        ) : null}
        <label className={styles.check}>
          <input type="checkbox" name="remember" defaultChecked />
          {t('signIn.remember')}
        </label>
        <Submit busy={busy}>{t('signIn.submit')}</Submit>
        <p className={styles.hint}>{t('signIn.forgotten')}</p>
      </form>
      <PasskeyButton />
      <Providers />
    </>
  )
}
