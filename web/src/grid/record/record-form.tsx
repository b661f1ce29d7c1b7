/**
 * Form of one record: sections from the metadata, saved as a whole; conflicting values of two users are shown side by
 * side.
 */
import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keyNames } from '../../platform/key-names.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ApproveChoice } from '../parts/approve-choice.tsx'
import { changedProposals } from '../stage/approve.ts'
import { fieldSections } from '../state/columns.ts'
import { RecordConflict } from './record-conflict.tsx'
import { NamedFields, RecordSection } from './record-section.tsx'
import styles from './record.module.css'
import { useRecordDraft } from './use-record-draft.ts'
import { type RecordSaveOptions, useRecordSave } from './use-record-save.ts'

export interface RecordFormProps extends RecordSaveOptions {
  /** Names of the only displayed fields, in this order. */
  readonly only?: readonly string[]
  /** Called with whether the form has unsaved changes. */
  readonly onDirty?: (dirty: boolean) => void
}

export function RecordForm(props: RecordFormProps) {
  const { meta, record, only, onDirty } = props
  const { t } = useTranslation('grid')
  const draft = useRecordDraft(props)
  const { dirty } = draft
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const saver = useRecordSave(props, draft)
  // What is typed while a record is saved stays; a new record opens in another form.
  const locked = record === undefined && saver.saving
  const shown = { scenario: props.scenario, meta, draft, locked }
  return (
    <form
      className={styles.form}
      data-version={draft.version}
      onSubmit={(event) => {
        event.preventDefault()
        void saver.save()
      }}
    >
      {saver.conflict === undefined ? null : (
        <RecordConflict meta={meta} conflict={saver.conflict} onResolve={saver.resolve} />
      )}
      {only === undefined ? (
        fieldSections.map((section) => (
          <RecordSection key={section} {...shown} record={record} section={section} />
        ))
      ) : (
        <NamedFields {...shown} names={only} />
      )}
      {draft.editable ? (
        <div className={styles.bar} data-dirty={dirty || undefined}>
          {changedProposals(draft.stage, meta).length > 0 ? (
            <ApproveChoice count={1} checked={saver.approving} onChange={saver.setApproving} />
          ) : null}
          {dirty ? <span className={styles.dot} aria-hidden="true" /> : null}
          <span role="status">
            {saver.message ?? (dirty ? t('record.dirty') : record === undefined ? '' : t('record.clean'))}
          </span>
          <Button variant="default" disabled={!dirty || saver.saving} onClick={saver.discard}>
            {t('save.discard')}
          </Button>
          <Button
            type="submit"
            disabled={!dirty}
            loading={saver.saving}
            leftSection={<IconDeviceFloppy size={15} />}
            title={keyNames('mod+S')}
          >
            {t('save.save')}
          </Button>
        </div>
      ) : null}
      <LeaveGuard dirty={dirty} onSave={saver.save} />
    </form>
  )
}
