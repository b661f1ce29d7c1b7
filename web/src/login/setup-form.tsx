/** Form that creates the first user of an installation: a superuser with a password of their own choice. */
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../platform/api/base-path.ts'
import { call } from '../platform/api/endpoints.ts'
import { Field, NewPassword, Submit, UserName } from './fields.tsx'
import styles from './login.module.css'
import { Problem } from './problem.tsx'
import { requireSame, useSubmit } from './use-submit.ts'

export function SetupForm() {
  const { t, i18n } = useTranslation('login')
  const { problem, busy, onSubmit, faultOf } = useSubmit(
    async ({ username = '', email, password = '', again }) => {
      requireSame(password, again, t('setup.different'))
      const given = { username, email, password, language: i18n.language }
      // The request also signs in.
      await call('POST /api/setup/', { body: given }, { noSignIn: true })
      location.assign(addressOfPath('/app/'))
    },
  )
  return (
    <>
      <h1>{t('setup.title')}</h1>
      <p className={styles.lead}>{t('setup.lead')}</p>
      <Problem error={problem} wrong={t('failed')} />
      <form className={styles.form} onSubmit={onSubmit}>
        <UserName label={t('setup.name')} error={faultOf('username')} />
        <Field
          name="email"
          type="email"
          label={t('setup.email')}
          autoComplete="email"
          error={faultOf('email')}
        />
        <NewPassword label={t('setup.password')} faultOf={faultOf} />
        <Submit busy={busy}>{t('setup.submit')}</Submit>
      </form>
    </>
  )
}
