/** Shows the current scenario at all times, and switches to the same screen of another one. */
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconFlask, IconShieldCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import { rememberScenario, useScenario } from '../../platform/use-scenario.ts'
import styles from './scenario-menu.module.css'

export function ScenarioMenu() {
  const { t } = useTranslation('shell')
  const { scenarios } = useMe()
  const current = useScenario()
  const { history } = useRouter()
  const sorted = scenarios.toSorted(
    (one, other) =>
      Number(other.name === productionScenario) - Number(one.name === productionScenario) ||
      one.label.localeCompare(other.label),
  )
  const go = (name: string): void => {
    rememberScenario(name)
    history.push(samePlace(history.location.href, current.name, name))
  }
  const kind = current.production ? t('scenario.production') : t('scenario.whatIf')
  return (
    <Menu position="bottom-end" width={300} loop trapFocus>
      <Menu.Target>
        <UnstyledButton className={styles.button} data-kind={current.production ? 'production' : 'what-if'}>
          {current.production ? (
            <IconShieldCheck size={16} stroke={1.8} />
          ) : (
            <IconFlask size={16} stroke={1.8} />
          )}
          <span className="visually-hidden">{t('scenario.current')}</span>
          <span className={styles.words}>
            <span className={styles.label}>{current.label}</span>
            {kind === current.label ? null : <span className={styles.kind}>{kind}</span>}
          </span>
          <IconChevronDown size={14} stroke={2} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('scenario.switch')}</Menu.Label>
        {sorted.map(({ name, label }) => (
          <Menu.Item
            key={name}
            onClick={() => go(name)}
            aria-current={name === current.name ? 'true' : undefined}
            leftSection={
              name === productionScenario ? (
                <IconShieldCheck size={16} stroke={1.7} />
              ) : (
                <IconFlask size={16} stroke={1.7} />
              )
            }
            rightSection={name === current.name ? <IconCheck size={14} /> : undefined}
          >
            <span className={styles.itemLabel}>{label}</span>
            <span className={styles.itemName}>{label === name ? '' : name}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => history.push('/app/admin/scenarios')}>{t('scenario.manage')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Returns the same screen in another scenario; pages outside scenarios are replaced by the home screen of the
 * scenario, and a run, which belongs to one scenario, by all runs.
 */
export function samePlace(href: string, from: string, to: string): string {
  const prefix = `/app/${encodeURIComponent(from)}/`
  const target = `/app/${encodeURIComponent(to)}/`
  if (!href.startsWith(prefix)) return target
  return target + href.slice(prefix.length).replace(/^(execute)\/runs.*/, '$1')
}
