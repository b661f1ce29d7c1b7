/** Controls of the sign-in pages. The controls of the component library would double the size of these pages. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './login.module.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly name: string
  readonly description?: string
  readonly error?: string | undefined
  readonly input?: Ref<HTMLInputElement>
  /** Content at the end of the field. */
  readonly end?: ReactNode
}

export function Field({ label, description, error, input, end, ...rest }: FieldProps) {
  const id = useId()
  const described = [description === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {description === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {description}
        </p>
      )}
      <div className={styles.box}>
        <input
          {...rest}
          id={id}
          ref={input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.join(' ').trim() || undefined}
        />
        {end}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Password field whose content can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useTranslation('login')
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={t('showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 12c2.6-4.4 6-6.6 10-6.6s7.4 2.2 10 6.6c-2.6 4.4-6 6.6-10 6.6S4.6 16.400 2 12Z" />
            <circle cx="12" cy="12" r="2.8" />
            {shown ? <path d="M4 20 20 4" /> : null}
          </svg>
        </button>
      }
    />
  )
}

interface NewPasswordProps {
  readonly label: string
  readonly autoFocus?: boolean
  readonly faultOf: (field: string) => string | undefined
}

/** New password, entered twice: the fields "password" and "again". */
export function NewPassword({ label, autoFocus, faultOf }: NewPasswordProps) {
  const { t } = useTranslation('login')
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        description={t('passwordRules')}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
        error={faultOf('password')}
      />
      <PasswordField
        name="again"
        label={t('setup.again')}
        autoComplete="new-password"
        required
        error={faultOf('again')}
      />
    </>
  )
}

/** Field for the user name. */
export function UserName({ label, error }: { readonly label: string; readonly error: string | undefined }) {
  return (
    <Field
      name="username"
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      error={error}
    />
  )
}

export interface SubmitProps {
  readonly busy: boolean
  readonly onClick?: () => void
  readonly children: ReactNode
}

export function Submit({ busy, onClick, children }: SubmitProps) {
  return (
    <button
      type="submit"
      className={styles.submit}
      aria-disabled={busy}
      data-busy={busy || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
