/**
 * Menu as returned by the service: groups that open and close, and items. Disabled items stay visible with the
 * reason.
 */
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath, nameHere } from '../../platform/api/base-path.ts'
import { addressOf, type MenuGroup, type MenuItem } from '../../platform/api/menu.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { GroupIcon } from './group-icons.tsx'
import styles from './menu.module.css'

export interface MenuTreeProps {
  readonly groups: readonly MenuGroup[]
  /** Called when the user has chosen a screen. */
  readonly onChoose?: () => void
}

const keptKey = nameHere('menu-open')

function keptGroups(): readonly string[] | undefined {
  const text = localStorage.getItem(keptKey)
  return text === null ? undefined : text.split('|')
}

export function MenuTree({ groups, onChoose }: MenuTreeProps) {
  const scenario = useScenario()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [kept, setKept] = useState(keptGroups)
  const here = currentItem(groups, scenario.name, path)
  const open = new Set(kept ?? [groups[0]?.id ?? ''])
  if (here !== undefined) open.add(here.group)
  const list = useRef<HTMLUListElement>(null)
  const current = here?.item.id
  useEffect(() => {
    // Not by scrollIntoView, which also moves the point from which Tab goes on.
    const menu = list.current?.closest('nav')
    const item = menu?.querySelector('[aria-current]')
    if (current && menu && item)
      menu.scrollTop += Math.max(0, item.getBoundingClientRect().bottom - menu.getBoundingClientRect().bottom)
  }, [current])
  const toggle = (id: string): void => {
    const next = open.has(id) ? [...open].filter((other) => other !== id) : [...open, id]
    localStorage.setItem(keptKey, next.join('|'))
    setKept(next)
  }
  return (
    <ul ref={list} className={styles.groups}>
      {groups.map((group) => {
        const opened = open.has(group.id)
        return (
          <li key={group.id}>
            <UnstyledButton className={styles.group} aria-expanded={opened} onClick={() => toggle(group.id)}>
              <GroupIcon id={group.id} size={16} />
              <span>{group.group}</span>
              <IconChevronRight size={14} className={styles.chevron} aria-hidden="true" />
            </UnstyledButton>
            {opened ? (
              <ul className={styles.items}>
                {group.items.map((item) => (
                  <li key={item.id || item.label}>
                    <Entry item={item} current={here?.item === item} onChoose={onChoose} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

interface EntryProps {
  readonly item: MenuItem
  readonly current: boolean
  readonly onChoose: (() => void) | undefined
}

function Entry({ item, current, onChoose }: EntryProps) {
  const { t } = useTranslation('shell')
  const { name } = useScenario()
  const { path, href } = addressOf(item, name)
  if (!item.enabled) {
    return (
      <Tooltip label={item.reason ?? t('menu.disabled')} position="right">
        <span role="link" aria-disabled="true" tabIndex={0} className={styles.item}>
          {item.label}
          <span className="visually-hidden">{item.reason}</span>
        </span>
      </Tooltip>
    )
  }
  if (path === undefined) {
    return (
      <a
        className={styles.item}
        href={href === undefined ? undefined : addressOfPath(href)}
        target="_blank"
        rel="noreferrer"
      >
        {item.label} <IconExternalLink size={12} aria-label={t('menu.newTab')} />
      </a>
    )
  }
  return (
    <ScreenLink
      to={path}
      className={styles.item}
      aria-current={current ? 'page' : undefined}
      {...(onChoose === undefined ? {} : { onClick: onChoose })}
    >
      {item.label}
    </ScreenLink>
  )
}

interface Here {
  readonly group: string
  readonly item: MenuItem
}

/** Returns the item of the current screen: the longest address that is a prefix of the path. */
function currentItem(groups: readonly MenuGroup[], scenario: string, path: string): Here | undefined {
  let best: (Here & { readonly length: number }) | undefined
  for (const { id, items } of groups) {
    for (const item of items) {
      const own = addressOf(item, scenario).path?.replace(/\?.*$/, '').replace(/\/$/, '')
      if (own === undefined) continue
      const start = own === `/app/${encodeURIComponent(scenario)}`
      const matches = start ? path.replace(/\/$/, '') === own : `${path}/`.startsWith(`${own}/`)
      if (matches && own.length > (best?.length ?? 0)) best = { group: id, item, length: own.length }
    }
  }
  return best
}
