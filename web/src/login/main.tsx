/**
 * Signing in, making the first user, choosing a new password. A page of its own, small: it loads nothing of what
 * comes after.
 */
import '../theme/layers.css'
import './styles.css'
import '../theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readerLanguage } from '../i18n/reader-language.ts'
import { startWords } from '../i18n/i18n.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { LoginFrame } from './login-frame.tsx'
import { LoginForm } from './login-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { SetupForm } from './setup-form.tsx'

const [, place = '', token = ''] = location.pathname.split('/')

const forms = {
  login: () => <LoginForm />,
  setup: () => <SetupForm />,
  reset: () => <ResetForm token={decodeURIComponent(token)} />,
}

await startWords(readerLanguage(undefined), ['login'])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider>
      <LoginFrame>{(place === 'setup' || place === 'reset' ? forms[place] : forms.login)()}</LoginFrame>
    </ThemeProvider>
  </StrictMode>,
)
