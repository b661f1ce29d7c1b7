/** One exception: its reason, tested remedies or the proposed change, and notes of users. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayNote, type PlanException } from '../../platform/api/exceptions.ts'
import { mayTryPlan, type PlanEdit } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { Panel } from '../../ui/panel.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StockLink } from '../../capacity/stock-link.tsx'
import { RemediesPanel } from '../../trial/remedies-panel.tsx'
import { useReasonLinks } from '../reports/reason-links.ts'
import { editOf } from './exception-edit.ts'
import { bottleneckPlace, placeOf } from './exception-places.ts'
import { NoteForm } from './note-form.tsx'
import { ProposedChange } from './proposed-change.tsx'
import { Transfers } from './transfers.tsx'
import { dateMeanings, useExceptionWords } from './use-exception-words.ts'
import styles from './exceptions.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'

interface ExceptionDrawerProps {
  readonly exception: PlanException
  readonly onClose: () => void
}

export function ExceptionDrawer({ exception, onClose }: ExceptionDrawerProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const words = useExceptionWords()(exception)
  const hrefOf = useReasonLinks()
  const { kind, subject } = exception
  const edit = editOf(exception)
  const late = kind === 'late' || kind === 'short'
  const [dirty, setDirty] = useState(false)
  const { close, question } = useAskingClose(dirty, onClose)
  return (
    <DrawerDialog
      onClose={close}
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
            <RemediesPanel demand={subject} hrefOf={hrefOf} onAccepted={onClose} />
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
      {question}
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
          <dd title={words.value === '' ? undefined : t('common:currency')}>{effects.join(' · ')}</dd>
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
