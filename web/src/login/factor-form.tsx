/** Form that sets up a second factor if the settings require one, before the app can be used. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addPasskey,
  confirmCodes,
  isDeclined,
  knowsPasskeys,
  type OfferedCodes,
  offerCodes,
} from '../platform/api/factors.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { Field, PasswordField, Submit } from './fields.tsx'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'
import { Problem } from './problem.tsx'
import { useSubmit } from './use-submit.ts'

const done = (): void => location.assign(nextPlace())

/** @param props.password password of the sign-in; empty if the form must ask for it again */
export function FactorForm({ password: given }: { readonly password: string }) {
  const { t } = useTranslation('login')
  const [password, setPassword] = useState(given)
  const [offered, setOffered] = useState<OfferedCodes>()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <>
      <h1>{t('factor.title')}</h1>
      <p className={styles.lead}>{codes === undefined ? t('factor.lead') : t('factor.keep')}</p>
      {codes !== undefined ? (
        <KeptCodes codes={codes} />
      ) : offered === undefined ? (
        <Choice password={password} onPassword={setPassword} onOffered={setOffered} />
      ) : (
        <FirstCode offered={offered} onConfirmed={setCodes} />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly onOffered: (offered: OfferedCodes) => void
}

function Choice({ password, onPassword, onOffered }: ChoiceProps) {
  const { t } = useTranslation('login')
  const [asks] = useState(password === '')
  const codes = useSubmit(async (fields) => {
    const own = fields['password'] ?? password
    onPassword(own)
    onOffered(await offerCodes(own))
  })
  const passkey = useSubmit(async (fields) => {
    try {
      await addPasskey(fields['password'] ?? password, t('factor.passkeyName'))
    } catch (error) {
      if (isDeclined(error)) throw new ApiError({ status: 400, detail: t('factor.declined') })
      throw error
    }
    done()
  })
  const [wantsPasskey, setWantsPasskey] = useState(false)
  const { problem, busy, onSubmit, faultOf } = wantsPasskey ? passkey : codes
  return (
    <>
      <Problem error={problem} wrong={t('failed')} />
      <form className={styles.form} onSubmit={onSubmit}>
        {asks ? (
          <PasswordField
            name="password"
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            error={faultOf('password')}
          />
        ) : null}
        <Submit busy={busy && !wantsPasskey} onClick={() => setWantsPasskey(false)}>
          {t('factor.useApp')}
        </Submit>
        {knowsPasskeys() ? (
          <button type="submit" className={styles.provider} onClick={() => setWantsPasskey(true)}>
            {t('factor.usePasskey')}
          </button>
        ) : null}
      </form>
    </>
  )
}

interface FirstCodeProps {
  readonly offered: OfferedCodes
  readonly onConfirmed: (codes: readonly string[]) => void
}

function FirstCode({ offered: { secret, uri }, onConfirmed }: FirstCodeProps) {
  const { t } = useTranslation('login')
  const { problem, busy, onSubmit, faultOf } = useSubmit(async ({ code = '' }) =>
    onConfirmed(await confirmCodes(code)),
  )
  return (
    <>
      <Problem error={problem?.fields['code'] === undefined ? problem : undefined} wrong={t('failed')} />
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.scan}>
          <QrCode text={uri} label={t('factor.qr')} />
          <p className={styles.hint}>{t('factor.type')}</p>
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
        <Field
          name="code"
          label={t('factor.first')}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          autoFocus
          required
          error={faultOf('code')}
        />
        <Submit busy={busy}>{t('factor.confirm')}</Submit>
      </form>
    </>
  )
}

function KeptCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('login')
  return (
    <>
      <ul className={styles.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.submit} onClick={done}>
        {t('factor.kept')}
      </button>
    </>
  )
}
