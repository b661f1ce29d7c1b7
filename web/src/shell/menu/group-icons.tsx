/** Icons of the menu groups; groups of extension modules share one icon. */
import {
  IconBox,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalendarStats,
  IconGauge,
  IconPlayerPlay,
  IconPuzzle,
  IconSettings,
  IconShoppingCart,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, typeof IconBox>> = {
  plan: IconCalendarStats,
  sales: IconUsers,
  inventory: IconBuildingWarehouse,
  purchasing: IconShoppingCart,
  distribution: IconTruck,
  manufacturing: IconBuildingFactory2,
  capacity: IconGauge,
  master: IconBox,
  execute: IconPlayerPlay,
  admin: IconSettings,
}

export interface GroupIconProps {
  readonly id: string
  readonly size: number
}

export function GroupIcon({ id, size }: GroupIconProps) {
  const Icon = icons[id] ?? IconPuzzle
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}
