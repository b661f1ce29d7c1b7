/** When the user gets mails about changes by plans of followed records. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { digestModes } from '../../../../src/model/digest.ts'
import { useMe } from '../../platform/api/me.ts'
import { Panel } from '../../ui/panel.tsx'
import { useChange } from './use-change.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export function DigestPanel() {
  const { t } = useTranslation('preferences')
  const { preferences, email } = useMe()
  const { prefer } = useChange()
  return (
    <Panel title={t('digest.title')} about={t('digest.about')}>
      <Select
        label={t('digest.when')}
        value={preferences.digest}
        allowDeselect={false}
        {...(email === '' ? { description: t('digest.noAddress') } : {})}
        data={digestModes.map((value) => ({ value, label: t(`digest.modes.${value}`) }))}
        onChange={(value) => prefer({ digest: digestModes.find((one) => one === value) ?? 'off' })}
      />
      {preferences.digest === 'daily' ? (
        <Select
          label={t('digest.hour')}
          description={t('digest.hourHint')}
          value={String(preferences.digest_hour)}
          allowDeselect={false}
          data={hours}
          onChange={(value) => {
            if (value !== null) prefer({ digest_hour: Number(value) })
          }}
        />
      ) : null}
    </Panel>
  )
}
