/** Light or dark for a page without the component library: what was chosen, else as the machine is set, from now on. */
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
