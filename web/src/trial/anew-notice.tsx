/** Says that edits are tried in a plan made anew, because the stored one cannot be continued. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Trial } from '../platform/api/plan-trials.ts'

export function AnewNotice({ base }: Pick<Trial, 'base'>) {
  const { t } = useTranslation('trial')
  return base === 'anew' ? <Alert color="orange">{t('plan.anew')}</Alert> : null
}
