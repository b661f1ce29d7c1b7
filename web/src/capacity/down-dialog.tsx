/** Dialog "Down until…": closes a resource for a period, previews the effect on the plan, and stores both. */
import { Alert, Button, Group, Loader, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../platform/api/first-hour.ts'
import type { PlanEdit } from '../platform/api/plan-trials.ts'
import { dayFormat } from '../platform/calendar/day-format.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { timeOf } from '../platform/calendar/days.ts'
import { DateInput } from '../ui/date-input.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { ProposeButton } from '../propose/propose-button.tsx'
import { AcceptButton } from '../trial/accept-button.tsx'
import { AcceptProblem } from '../trial/accept-problem.tsx'
import { Consequences } from '../trial/consequences.tsx'
import { TrialSummary } from '../trial/trial-summary.tsx'
import { ModeChoice } from '../trial/mode-choice.tsx'
import { ModeComparison } from '../trial/mode-comparison.tsx'
import { trialDialogWidth } from '../trial/dialog-width.ts'
import { useAccept } from '../trial/use-accept.ts'
import { type TrialMode, useEditTrial } from '../trial/use-edit-trial.ts'
import { FixedOrders } from './fixed-orders.tsx'
import { nextMonday, readResourceCalendar, type ResourceCalendar } from './down-edits.ts'
import styles from './capacity.module.css'
import { Dialog } from '../ui/dialog.tsx'

interface DownDialogProps {
  readonly resource: string
  readonly onClose: () => void
}

export function DownDialog({ resource, onClose }: DownDialogProps) {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const client = useQueryClient()
  const found = useQuery({
    queryKey: ['resource calendar', scenario.name, resource],
    queryFn: ({ signal }) => readResourceCalendar(client, scenario.name, resource, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog
      size={trialDialogWidth}
      title={t('down.title', { resource })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onClose={onClose}
    >
      <QueryView query={found} inline rows={4}>
        {(data) => <DownForm resource={resource} known={data} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

interface DownFormProps extends DownDialogProps {
  readonly known: ResourceCalendar
}

const none: readonly PlanEdit[] = []

function DownForm({ resource, known, onClose }: DownFormProps) {
  const { t, i18n } = useTranslation(['calendars', 'trial'])
  const formats = useFormats()
  const weekday = dayFormat(i18n.language, { weekday: 'long' })
  const scenario = useScenario()
  const [start, setStart] = useState(known.now)
  const [end, setEnd] = useState(() => nextMonday(known.now))
  const [mode, setMode] = useState<TrialMode>('repair')
  const sound = start !== '' && end !== '' && timeOf(end) > timeOf(start)
  const edits = useMemo(() => (sound ? known.editsFor(start, end) : none), [known, sound, start, end])
  const purpose = { kind: 'downtime', resource } as const
  const { data: trial, error, isFetching, refetch } = useEditTrial(scenario.name, edits, mode, purpose)
  const { busy, error: refused, accept, forget } = useAccept(scenario.name)
  const finish = (): void => {
    noteDone('machine-down')
    onClose()
  }
  const store = async (): Promise<void> => {
    if (trial !== undefined && (await accept(trial.token))) finish()
  }
  return (
    <Stack gap="sm">
      <div className={styles.fields}>
        <DateInput time label={t('down.from')} value={start} onChange={setStart} />
        <div>
          <DateInput time label={t('down.until')} value={end} onChange={setEnd} />
          {end === '' ? null : (
            <p className={styles.below}>
              {t('down.back', { when: `${weekday.format(timeOf(end))} ${formats.dateTime(end)}` })}
            </p>
          )}
        </div>
      </div>
      {known.others > 0 ? (
        <p className={styles.soft}>
          {t('down.own', { resource, calendar: known.calendar, count: known.others })}
        </p>
      ) : null}
      {sound ? null : (
        <p role="alert" className={styles.fault}>
          {t('form.endFault')}
        </p>
      )}
      <div className={styles.line}>
        <ModeChoice mode={mode} onChange={setMode} />
        <span role="status" className={styles.status}>
          {isFetching ? (
            <>
              <Loader size="xs" /> {t('trial:try.running')}
            </>
          ) : trial === undefined ? null : (
            <TrialSummary trial={trial} />
          )}
        </span>
      </div>
      {trial === undefined || isFetching || busy ? null : (
        <ModeComparison
          edits={edits}
          mode={mode}
          trial={trial}
          isAutomatic
          purpose={purpose}
          onChoose={setMode}
        />
      )}
      {sound ? <FixedOrders resource={resource} start={start} end={end} /> : null}
      {error === null ? null : <ErrorState error={error} inline onRetry={() => void refetch()} />}
      {refused === undefined ? null : (
        <AcceptProblem
          error={refused}
          onRetry={() => {
            forget()
            void refetch()
          }}
        />
      )}
      <Group justify="flex-end" gap="xs">
        {sound ? <ProposeButton editsOf={() => edits} onSaved={finish} /> : null}
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <AcceptButton
          data-autofocus
          disabled={trial === undefined || isFetching}
          loading={busy}
          onClick={() => void store()}
        >
          {t('trial:accept.accept')}
        </AcceptButton>
      </Group>
      {trial === undefined ? null : <Consequences trial={trial} isAccepted />}
      {scenario.may('input.change_resource') ? null : <Alert color="yellow">{t('down.noRight')}</Alert>}
    </Stack>
  )
}
