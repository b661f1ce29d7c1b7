/** Bar for unsaved edits: their number, their errors with positions, save and discard. */
import { Button, CloseButton, Collapse } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { goToFault } from '../go-to-fault.ts'
import type { GridModel } from '../grid-model.ts'
import { keyNames } from '../../platform/key-names.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { changedProposals } from '../stage/approve.ts'
import { isNewId } from '../stage/stage.ts'
import { ProposeButton } from '../../propose/propose-button.tsx'
import { cellFaults, editsOf, editsWithBase } from '../stage/stage-edits.ts'
import type { Saving } from '../use-saving.tsx'
import { ApproveChoice } from './approve-choice.tsx'
import { ConsequencesButton } from './consequences-button.tsx'
import styles from './parts.module.css'

export interface SaveBarProps {
  readonly model: GridModel
  readonly saving: Saving
}

const shownFaults = 50

export function SaveBar({ model, saving: { saving, ...actions } }: SaveBarProps) {
  const { message, approving } = actions
  const { t } = useTranslation('grid')
  const summary = useSyncExternalStore(model.stage.subscribe, model.stage.summary)
  const [open, setOpen] = useState(true)
  const { changed, created, cells, faults, canUndo, canRedo } = summary
  const isShown = changed + created > 0
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && !isShown) model.focusAgain()
    wasShown.current = isShown
  }, [model, isShown])
  if (!isShown) return null
  const { meta, words } = model.settings
  const proposals = changedProposals(model.stage, meta).length
  const list = faults === 0 ? [] : model.stage.faults()
  // The rows of a grid have no numbers; a record is found by its key.
  const newRowTitle = (id: string): string => {
    const key = model.stage.row(id)?.cells.get(meta.key)?.value
    return typeof key === 'string' && key !== ''
      ? key
      : t('save.newRow', { number: model.stage.created().indexOf(id) + 1 })
  }
  return (
    <div className={styles.saveBar} role="region" aria-label={t('save.label')}>
      <div className={styles.saveLine}>
        <span className={styles.dot} aria-hidden="true" />
        <span role="status">
          {[
            ...(cells > 0 ? [t('save.cells', { count: cells })] : []),
            ...(changed > 0 ? [t('save.changed', { count: changed })] : []),
            ...(created > 0 ? [t('save.created', { count: created })] : []),
          ].join(' · ')}
        </span>
        {faults > 0 ? (
          <Button
            size="compact-xs"
            color="red"
            variant="light"
            leftSection={<IconAlertTriangle size={14} />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('save.faults', { count: faults })}
          </Button>
        ) : null}
        <span className={styles.grow} />
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('save.undo')}
          title={keyNames('mod+Z')}
          disabled={!canUndo}
          onClick={() => model.undo()}
        >
          <IconArrowBackUp size={16} />
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('save.redo')}
          title={keyNames('mod+Y')}
          disabled={!canRedo}
          onClick={() => model.redo()}
        >
          <IconArrowForwardUp size={16} />
        </Button>
        <ConsequencesButton
          meta={meta}
          faulty={list.some(({ fault }) => typeof fault !== 'string')}
          editsOf={async () =>
            (await actions.check()) ? editsOf(model.stage, meta, { approving }) : undefined
          }
          onFaults={(found) => actions.showFaults(cellFaults(model.stage, meta, found))}
        />
        {meta.app === 'input' ? (
          <ProposeButton
            fault={list.some(({ fault }) => typeof fault !== 'string') ? t('save.faultList') : undefined}
            editsOf={async () =>
              (await actions.check()) ? editsWithBase(model.stage, meta, { approving }) : undefined
            }
            onSaved={() => {
              model.stage.clear()
              model.redraw()
            }}
          />
        ) : null}
        <Button size="compact-sm" variant="default" onClick={actions.discard} disabled={saving}>
          {t('save.discard')}
        </Button>
        <Button
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={15} />}
          loading={saving}
          onClick={() => void actions.save()}
          title={keyNames('mod+S')}
        >
          {t('save.save')}
        </Button>
      </div>
      {proposals === 0 ? null : (
        <ApproveChoice count={proposals} checked={approving} onChange={actions.setApproving} />
      )}
      {message === undefined ? null : (
        <p className={styles.message} role="alert">
          {message}
        </p>
      )}
      <Collapse expanded={open && list.length > 0}>
        <ul className={styles.faults} aria-label={t('save.faultList')}>
          {list.slice(0, shownFaults).map(({ id, field, fault }) => {
            const label = meta.fields.find(({ name }) => name === field)?.label
            return (
              <li key={`${id} ${field}`}>
                <button type="button" onClick={() => goToFault(model, { id, field })}>
                  <b>{isNewId(id) ? newRowTitle(id) : id}</b>
                  {label === undefined ? null : ` · ${heading(label)}`}: {words.fault(fault)}
                </button>
              </li>
            )
          })}
          {list.length > shownFaults ? (
            <li className={styles.soft}>{t('save.moreFaults', { count: list.length - shownFaults })}</li>
          ) : null}
        </ul>
      </Collapse>
      {faults > 0 && !open ? <CloseButton hidden /> : null}
    </div>
  )
}
