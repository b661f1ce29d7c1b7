/** Colors, density, single-letter shortcuts, and notices. */
import { Input, SegmentedControl, Select, Switch, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { Panel } from '../../ui/panel.tsx'
import { useChange } from './use-change.ts'
import styles from './preferences.module.css'

const schemes = ['auto', 'light', 'dark'] as const
const densities = ['compact', 'normal', 'roomy'] as const
const notices = ['all', 'failures', 'none'] as const

export function LooksPanel() {
  const { t } = useTranslation('preferences')
  const { preferences } = useMe()
  const { prefer } = useChange()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Panel title={t('looks.title')}>
      <Input.Wrapper label={t('looks.scheme')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('looks.scheme')}
          value={colorScheme}
          data={schemes.map((value) => ({ value, label: t(`looks.schemes.${value}`) }))}
          onChange={(scheme) => {
            setColorScheme(scheme)
            prefer({ scheme })
          }}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t('looks.density')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('looks.density')}
          value={preferences.density}
          data={densities.map((value) => ({ value, label: t(`looks.densities.${value}`) }))}
          onChange={(density) => prefer({ density })}
        />
      </Input.Wrapper>
      <Select
        label={t('looks.notices')}
        description={t('looks.noticesHint')}
        value={preferences.notices}
        allowDeselect={false}
        data={notices.map((value) => ({ value, label: t(`looks.noticesOf.${value}`) }))}
        onChange={(value) => prefer({ notices: notices.find((one) => one === value) ?? 'all' })}
      />
      <Switch
        className={styles.switch}
        label={t('looks.shortcuts')}
        checked={preferences.shortcuts}
        onChange={({ currentTarget }) => prefer({ shortcuts: currentTarget.checked })}
      />
    </Panel>
  )
}
