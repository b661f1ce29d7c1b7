/** Language, formats of dates and numbers, time zone, and start screen. */
import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { createFormats } from '../../platform/formats/formats.ts'
import { Panel } from '../../ui/panel.tsx'
import { toastError } from '../../ui/toasts.ts'
import { chooseLanguage } from '../../platform/i18n/choose-language.ts'
import { languages } from '../../platform/i18n/languages.ts'
import { useChange } from './use-change.ts'

/** Languages with different number formats. */
const numberLanguages = ['en', 'de', 'fr', 'de-CH', 'en-IN'] as const
const sample = 1_234_567.89
const sampleMoment = '2026-11-21T14:30:00'
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = Intl.supportedValuesOf('timeZone')

export function RegionPanel() {
  const { t, i18n } = useTranslation('preferences')
  const client = useQueryClient()
  const me = useMe()
  const { preferences } = me
  const { change, prefer } = useChange()
  const formatsOf = (date_format: 'iso' | 'language', number_format: string) =>
    createFormats(i18n.language.replace(/-x[ab]$/, ''), { date_format, number_format })
  return (
    <Panel title={t('region.title')}>
      <Select
        label={t('region.language')}
        value={me.stored_language}
        allowDeselect={false}
        data={[
          { value: 'auto', label: t('region.languageAuto') },
          ...languages.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(code) => void chooseLanguage(client, code ?? 'auto').catch(toastError)}
      />
      <Select
        label={t('region.dates')}
        value={preferences.date_format}
        allowDeselect={false}
        data={(['iso', 'language'] as const).map((value) => ({
          value,
          label: formatsOf(value, '').dateTime(sampleMoment),
        }))}
        onChange={(value) => prefer({ date_format: value === 'language' ? 'language' : 'iso' })}
      />
      <Select
        label={t('region.numbers')}
        value={preferences.number_format === '' ? 'auto' : preferences.number_format}
        allowDeselect={false}
        data={[
          { value: 'auto', label: `${formatsOf('iso', '').number(sample)} (${t('region.asLanguage')})` },
          ...numberLanguages.map((value) => ({ value, label: formatsOf('iso', value).number(sample) })),
        ]}
        onChange={(value) => prefer({ number_format: value === 'auto' || value === null ? '' : value })}
      />
      <Select
        label={t('region.zone')}
        description={t('region.zoneHint')}
        placeholder={t('region.zoneMachine', { zone: deviceZone })}
        value={preferences.time_zone === '' ? null : preferences.time_zone}
        data={zones}
        limit={60}
        searchable
        clearable
        onChange={(zone) => prefer({ time_zone: zone ?? '' })}
      />
      <Select
        label={t('region.scenario')}
        value={me.default_scenario === '' ? null : me.default_scenario}
        placeholder={t('region.scenarioAuto')}
        data={me.scenarios.map(({ name, label }) => ({ value: name, label }))}
        clearable
        onChange={(scenario) => change({ default_scenario: scenario ?? '' })}
      />
    </Panel>
  )
}
