/** One exception: its reason, tested remedies or the proposed change, and notes of users. */
import { Alert, Autocomplete, Button, Textarea } from '@mantine/core'
import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayNote, type PlanException } from '../../platform/api/exceptions.ts'
import { mayTryPlan, type PlanEdit } from '../../platform/api/plan-trials.ts'
import { useUserSuggestions } from '../../platform/api/user-suggestions.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StockLink } from '../../capacity/stock-link.tsx'
import { RemediesPanel } from '../../trial/remedies-panel.tsx'
import { editOf } from './exception-edit.ts'
import { bottleneckPlace, placeOf } from './exception-places.ts'
import { ProposedChange } from './proposed-change.tsx'
import { Transfers } from './transfers.tsx'
import { useExceptionChange } from './use-change.ts'
import { dateMeanings, useExceptionWords } from './use-exception-words.ts'
import styles from './exceptions.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'
import { late as loadLate } from '../../ui/late.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'

const LeaveDialog = loadLate(async () => (await import('../../ui/leave-dialog.tsx')).LeaveDialog)

interface ExceptionDrawerProps {
  readonly exception: PlanException
  readonly onClose: () => void
}

export function ExceptionDrawer({ exception, onClose }: ExceptionDrawerProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const words = useExceptionWords()(exception)
  const { kind, subject } = exception
  const edit = editOf(exception)
  const late = kind === 'late' || kind === 'short'
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <DrawerDialog
      onClose={() => (dirty ? setLeaving(true) : onClose())}
      position="right"
      size="xl"
      title={`${words.kind}: ${subject}`}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <div className={styles.drawer}>
        <Facts exception={exception} />
        {kind === 'shortage' || kind === 'excess' ? (
          <div>
            <StockLink
              size="compact-sm"
              item={exception.item ?? undefined}
              location={exception.location ?? undefined}
            />
          </div>
        ) : null}
        {!scenario.may(mayTryPlan) ? null : late ? (
          <Panel title={t('remedies')}>
            <RemediesPanel demand={subject} onAccepted={onClose} />
          </Panel>
        ) : kind === 'shortage' || kind === 'excess' ? (
          <Transfers exception={exception} onAccepted={onClose} />
        ) : edit === undefined ? null : (
          <ProposedChange edit={edit} onAccepted={onClose}>
            <ProposalText edit={edit} />
          </ProposedChange>
        )}
        {scenario.may(mayNote) ? (
          <NoteForm exception={exception} onDone={onClose} onDirty={setDirty} />
        ) : null}
      </div>
      <LeaveGuard dirty={dirty} />
      {leaving ? (
        <Suspense fallback={null}>
          <LeaveDialog onDiscard={onClose} onStay={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </DrawerDialog>
  )
}

function Facts({ exception }: { readonly exception: PlanException }) {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const scenario = useScenario()
  const words = useExceptionWords()(exception)
  const { subject, startdate, bottleneck, kind } = exception
  const place = placeOf(scenario.name, exception)
  const cause = bottleneckPlace(scenario.name, exception)
  const effects = [words.effect, words.value].filter((text) => text !== '')
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('facts.what')}</dt>
        <dd>
          {words.sentence}
          {words.about === '' ? null : <span className={styles.soft}> · {words.about}</span>}
        </dd>
      </div>
      {startdate === null ? null : (
        <div>
          <dt>{t(`facts.${dateMeanings[kind]}`)}</dt>
          <dd>{formats.dateTime(startdate)}</dd>
        </div>
      )}
      {words.cause === '' ? null : (
        <div>
          <dt>{t('facts.cause')}</dt>
          <dd>
            {words.cause}
            {bottleneck === null ? null : cause === undefined ? (
              `: ${bottleneck}`
            ) : (
              <>
                {': '}
                <ScreenLink to={cause}>{bottleneck}</ScreenLink>
              </>
            )}
            {words.explanation === '' ? null : <span className={styles.soft}> – {words.explanation}</span>}
          </dd>
        </div>
      )}
      {effects.length === 0 ? null : (
        <div>
          <dt>{t('facts.effect')}</dt>
          <dd>{effects.join(' · ')}</dd>
        </div>
      )}
      {place === undefined ? null : (
        <div>
          <dt>{t('facts.place')}</dt>
          <dd>
            <ScreenLink to={place}>{subject}</ScreenLink>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The change that an exception proposes, as text. */
function ProposalText({ edit }: { readonly edit: PlanEdit }) {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const date = edit.fields?.['enddate']
  return typeof date === 'string'
    ? t('proposal.date', { key: edit.key, date: formats.dateTime(date) })
    : t('proposal.close', { key: edit.key })
}

interface NoteFormProps {
  readonly exception: PlanException
  readonly onDone: () => void
  /** Called with whether the form has unsaved entries. */
  readonly onDirty: (dirty: boolean) => void
}

function NoteForm({ exception, onDone, onDirty }: NoteFormProps) {
  const { t } = useTranslation('exceptions')
  const { busy, error, change } = useExceptionChange()
  const [assignee, setAssignee] = useState(exception.assignee ?? '')
  const [note, setNote] = useState(exception.note ?? '')
  const [until, setUntil] = useState(exception.until ?? '')
  const dirty =
    assignee !== (exception.assignee ?? '') ||
    note !== (exception.note ?? '') ||
    until !== (exception.until ?? '')
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const { data: users = [] } = useUserSuggestions('output.constraint', assignee)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Without its date a snoozed exception is open again.
    const state =
      until !== ''
        ? ({ status: 'snoozed', until } as const)
        : exception.status === 'snoozed'
          ? ({ status: 'open' } as const)
          : {}
    change([exception.id], { assignee: assignee.trim() || null, note: note.trim() || null, ...state }, onDone)
  }
  const wrong = (field: string): string | undefined => error?.fields[field]?.join(' ')
  return (
    <Panel title={t('form.title')} about={t('form.about')}>
      <form onSubmit={submit} className={styles.form}>
        <Autocomplete
          label={t('form.assignee')}
          value={assignee}
          data={users.map(({ username }) => username)}
          renderOption={({ option: { value } }) => {
            const name = users.find(({ username }) => username === value)?.name ?? ''
            return name === '' ? value : `${value} · ${name}`
          }}
          // The service has filtered the users, also by their first and last names.
          filter={({ options }) => options}
          autoComplete="off"
          spellCheck={false}
          error={wrong('assignee')}
          onChange={setAssignee}
        />
        <DateInput label={t('form.until')} value={until} onChange={setUntil} />
        <Textarea
          className={styles.wide ?? ''}
          label={t('form.note')}
          autosize
          minRows={2}
          maxLength={2_000}
          value={note}
          error={wrong('note')}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {wrong('until') === undefined ? null : (
          <Alert color="red" role="alert" className={styles.wide ?? ''}>
            {wrong('until')}
          </Alert>
        )}
        <Button type="submit" variant="default" loading={busy}>
          {t('form.save')}
        </Button>
      </form>
    </Panel>
  )
}
