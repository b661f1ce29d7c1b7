/** Notice that a proposal was stored, with a link to it. */
import i18next from 'i18next'
import { ScreenLink } from '../ui/screen-link.tsx'
import { toastDone } from '../ui/toasts.ts'

/** The translations of `proposals` must be loaded. */
export function toastProposal(scenario: string, id: number): void {
  const path = `/app/${encodeURIComponent(scenario)}/proposals/${id}`
  toastDone({
    message: i18next.t('proposals:save.saved', { id }),
    action: <ScreenLink to={path}>{i18next.t('proposals:save.open')}</ScreenLink>,
  })
}
