/** Menu to change the status of exceptions: acknowledge, snooze, assign, reopen. */
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { useMe } from '../../platform/api/me.ts'
import { useServiceDays } from '../../platform/calendar/use-service-days.ts'
import { late } from '../../ui/late.tsx'
import { endOfSnooze } from './note-draft.ts'
import type { Question } from './state-dialog.tsx'
import { useExceptionChange } from './use-change.ts'

/** Loaded when something is asked. */
const StateDialog = late(async () => (await import('./state-dialog.tsx')).StateDialog)

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
  const [question, setQuestion] = useState<Question>()
  return (
    <>
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
          <Menu.Item onClick={() => setQuestion('snooze')}>{t('action.snoozeUntil')}</Menu.Item>
          {isNoted ? (
            <Menu.Item onClick={() => change(ids, { status: 'open' }, onDone)}>
              {t('action.reopen')}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Item onClick={() => change(ids, { assignee: username }, onDone)}>
            {t('action.take')}
          </Menu.Item>
          <Menu.Item onClick={() => setQuestion('assign')}>{t('action.assignTo')}</Menu.Item>
          <Menu.Item onClick={() => change(ids, { assignee: null }, onDone)}>{t('action.drop')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question === undefined ? null : (
        <Suspense fallback={null}>
          <StateDialog
            ids={ids}
            question={question}
            onClose={() => setQuestion(undefined)}
            onDone={() => {
              setQuestion(undefined)
              onDone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
