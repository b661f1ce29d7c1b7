/** The tasks of the first hour: the next ones, or all of them, each with a link to its start and to its help page. */
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { firstHourQuery, hideFirstHour } from '../../platform/api/first-hour.ts'
import type { FirstTask } from '../../platform/first-tasks.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastError } from '../../ui/toasts.ts'
import { useFirstSteps } from './first-steps.ts'
import styles from './first-hour.module.css'
import cards from './home.module.css'

/** Number of tasks shown before the user asks for all. */
const shown = 3

export function FirstHour() {
  const { t } = useTranslation('home')
  const { data } = useQuery(firstHourQuery)
  const steps = useFirstSteps()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined || data.hidden || steps.length === 0) return null
  const waiting = steps.filter(({ task }) => !data.done.has(task))
  const count = steps.length - waiting.length
  const listed = isOpen ? steps : waiting.slice(0, shown)
  return (
    <section className={cards.card} aria-label={t('firstHour.title')}>
      <div className={styles.head}>
        <h2>{t('firstHour.title')}</h2>
        <span className={cards.soft}>{t('firstHour.done', { count, total: steps.length })}</span>
        <Progress
          className={styles.progress ?? ''}
          value={(100 * count) / steps.length}
          aria-label={t('firstHour.progress')}
        />
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'firstHour.next' : 'firstHour.all')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void hideFirstHour(true).catch(toastError)}
        >
          {t('firstHour.hide')}
        </Button>
      </div>
      <p className={cards.soft}>{t(waiting.length === 0 ? 'firstHour.complete' : 'firstHour.hint')}</p>
      {listed.length === 0 ? null : (
        <ol className={styles.tasks} aria-label={t('firstHour.tasks')}>
          {listed.map(({ task, to }) => (
            <Step key={task} task={task} to={to} isDone={data.done.has(task)} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface StepProps {
  readonly task: FirstTask
  readonly to: string
  readonly isDone: boolean
}

function Step({ task, to, isDone }: StepProps) {
  const { t } = useTranslation('home')
  const title = t(`firstHour.task.${task}`)
  const help = t('firstHour.help', { title })
  return (
    <li data-done={isDone}>
      {isDone ? (
        <IconCircleCheck size={18} stroke={1.7} role="img" aria-label={t('firstHour.isDone')} />
      ) : (
        <IconCircle size={18} stroke={1.7} aria-hidden="true" />
      )}
      <ScreenLink to={to}>{title}</ScreenLink>
      <Tooltip label={help}>
        <ActionIcon
          component="a"
          href={addressOfPath(`/api/help/first-hour/${task}`)}
          target="_blank"
          rel="noreferrer"
          aria-label={help}
        >
          <IconHelp size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
