/**
 * Entry point of signing in, creating the first user, and choosing a new password. This small page loads nothing of
 * the app.
 */
import '../platform/theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pathWithin } from '../platform/api/base-path.ts'
import { readerLanguage } from '../platform/i18n/reader-language.ts'
import { startWords } from '../platform/i18n/i18n.ts'
import { followScheme } from '../platform/theme/follow-scheme.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginForm } from './login-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { SetupForm } from './setup-form.tsx'

const [, place = '', token = ''] = pathWithin(location.pathname).split('/')

const forms = {
  login: () => <LoginForm />,
  setup: () => <SetupForm />,
  reset: () => <ResetForm token={decodeURIComponent(token)} />,
}

followScheme()
await startWords(readerLanguage(undefined), ['login'])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LoginFrame>{(place === 'setup' || place === 'reset' ? forms[place] : forms.login)()}</LoginFrame>
  </StrictMode>,
)
