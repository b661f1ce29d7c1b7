/**
 * Applies the light or dark scheme to a page without the component library: the user's choice, else the system
 * setting, including later changes.
 */
import { schemeCookie } from './scheme-cookie.ts'
import { cookieValue } from '../api/cookies.ts'

export function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const chosen = cookieValue(schemeCookie)
    const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }
  apply()
  dark.addEventListener('change', apply)
}
