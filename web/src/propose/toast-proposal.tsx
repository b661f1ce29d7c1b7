/** Notice that a proposal was stored, with a link to it. */
import i18next from 'i18next'
import { addressOfPath } from '../platform/api/base-path.ts'
import { toastDone } from '../ui/toasts.ts'

/** The translations of `proposals` must be loaded. */
export function toastProposal(scenario: string, id: number): void {
  const address = addressOfPath(`/app/${encodeURIComponent(scenario)}/proposals/${id}`)
  toastDone({
    message: (
      <>
        {i18next.t('proposals:save.saved', { id })} <a href={address}>{i18next.t('proposals:save.open')}</a>
      </>
    ),
  })
}
