/** Menu to change the status of exceptions: acknowledge, snooze, assign, reopen. */
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { useMe } from '../../platform/api/me.ts'
import { useServiceDays } from '../../platform/calendar/use-service-days.ts'
import { endOfSnooze } from './note-draft.ts'
import { useExceptionChange } from './use-change.ts'

interface StateMenuProps {
  readonly exceptions: readonly PlanException[]
  /** Accessible label of the button, with the names of the exceptions. */
  readonly label: string
  readonly describe?: string
  readonly onDone?: () => void
}

/** Options for snoozing, in days. */
const snoozes = [1, 7, 30] as const

export function StateMenu({ exceptions, label, describe, onDone }: StateMenuProps) {
  const { t } = useTranslation('exceptions')
  const { username } = useMe()
  const serviceDay = useServiceDays()
  const { busy, change } = useExceptionChange()
  const ids = exceptions.map(({ id }) => id)
  const isOpen = exceptions.some(({ status }) => status === 'open')
  const isNoted = exceptions.some(({ status }) => status !== 'open')
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          // A disabled button would lose the keyboard focus.
          aria-busy={busy}
          rightSection={<IconChevronDown size={13} />}
          {...(describe === undefined ? {} : { 'aria-label': `${label}: ${describe}` })}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isOpen ? (
          <Menu.Item onClick={() => change(ids, { status: 'acknowledged' }, onDone)}>
            {t('action.acknowledge')}
          </Menu.Item>
        ) : null}
        {snoozes.map((days) => (
          <Menu.Item
            key={days}
            onClick={() => change(ids, { status: 'snoozed', until: endOfSnooze(serviceDay(days)) }, onDone)}
          >
            {t('action.snooze', { count: days })}
          </Menu.Item>
        ))}
        {isNoted ? (
          <Menu.Item onClick={() => change(ids, { status: 'open' }, onDone)}>{t('action.reopen')}</Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item onClick={() => change(ids, { assignee: username }, onDone)}>{t('action.take')}</Menu.Item>
        <Menu.Item onClick={() => change(ids, { assignee: null }, onDone)}>{t('action.drop')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
