/** Menu at the side of wide screens: the whole menu, or a narrow bar of its groups. */
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type MenuGroup, useMenu } from '../../platform/api/menu.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { GroupIcon } from './group-icons.tsx'
import { MenuTree } from './menu-tree.tsx'
import styles from './menu.module.css'

export interface SideMenuProps {
  readonly collapsed: boolean
  readonly onExpand: () => void
}

export function SideMenu({ collapsed, onExpand }: SideMenuProps) {
  const { t } = useTranslation('shell')
  return (
    <nav id="menu" aria-label={t('menu.label')} className={`${styles.side} ${collapsed ? styles.rail : ''}`}>
      <MenuContent rail={collapsed} onExpand={onExpand} />
    </nav>
  )
}

interface MenuContentProps {
  readonly rail?: boolean
  readonly onExpand?: () => void
  readonly onChoose?: () => void
}

export function MenuContent({ rail = false, onExpand, onChoose }: MenuContentProps) {
  const { i18n } = useTranslation('shell')
  const scenario = useScenario()
  const { data, error, refetch } = useMenu(scenario, i18n.language)
  if (data === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} inline />
  if (!scenario.open) return null
  if (data === undefined) {
    return Array.from({ length: 10 }, (_, index) => <Skeleton key={index} height={rail ? 28 : 18} my={8} />)
  }
  if (!rail) return <MenuTree groups={data} {...(onChoose === undefined ? {} : { onChoose })} />
  return data.map((group) => <RailButton key={group.id} group={group} onExpand={onExpand} />)
}

function RailButton({
  group,
  onExpand,
}: {
  readonly group: MenuGroup
  readonly onExpand: (() => void) | undefined
}) {
  return (
    <Tooltip label={group.group} position="right">
      <ActionIcon size={36} aria-label={group.group} onClick={onExpand}>
        <GroupIcon id={group.id} size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
