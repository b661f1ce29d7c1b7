/** Effect of undoing a change set, its conflicts, and the button that undoes it. */
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditKey, changeSetStateQuery } from '../platform/api/audit.ts'
import { mayIn, useMe } from '../platform/api/me.ts'
import { planAgeQuery } from '../platform/api/plan-history.ts'
import { mayPropose } from '../platform/api/proposals.ts'
import {
  proposeUndo,
  type Take,
  type Undo,
  undoChangeSets,
  undoCheckQuery,
  type Undoable,
} from '../platform/api/undo.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { openPropose } from '../propose/open-propose.tsx'
import { toastProposal } from '../propose/toast-proposal.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx'
import { heading } from '../platform/meta/entity-meta.ts'
import { useChangeSetTitles } from './change-set-title.ts'
import { firstOf } from './first-of.ts'
import type { UndoTarget } from './undo-target.ts'
import { toastUndoable } from './undo-notice.tsx'
import { UndoConflicts } from './undo-conflicts.tsx'
import { LeftRecords } from './left-records.tsx'
import { UndoRecords } from './undo-records.tsx'
import styles from './undo.module.css'

type UndoBodyProps = UndoTarget & {
  readonly onClose: () => void
  /** Opens this dialog for the undo of the undo. */
  readonly onRedo: (target: UndoTarget) => void
}

/** Returns whether the plan does not contain all changes; false if the user may not see the plan. */
async function isPlanOutdated(client: QueryClient, scenario: string): Promise<boolean> {
  try {
    const age = await client.fetchQuery({ ...planAgeQuery(scenario), staleTime: 0, retry: false })
    return age.stored !== null && age.changes.records > 0
  } catch {
    return false
  }
}

const takes = ['present', 'proposed'] as const

export function UndoBody({
  scenario,
  isRedo = false,
  onUndone,
  redoOf,
  onRedo,
  onClose,
  ...target
}: UndoBodyProps) {
  const { t } = useTranslation('undo')
  const client = useQueryClient()
  const current = useScenario()
  const { scenarios } = useMe()
  const mayPlan = mayIn(
    scenarios.find(({ name }) => name === scenario),
    'execute.run_runplan',
  )
  const check = useQuery(undoCheckQuery(scenario, target))
  const [take, setTake] = useState<Take>('present')
  const [refused, setRefused] = useState<Undo>()
  const found = refused ?? check.data
  // Change sets that were added after the preview are not undone.
  const checked: Undoable =
    'criteria' in target
      ? { criteria: { ...target.criteria, through: check.data?.newest ?? undefined } }
      : target
  const conflicting = (found?.conflict_count ?? 0) > 0
  const isOverwritable = found?.conflicts.some(({ problem }) => problem === 'changed') ?? false
  const nothing = t(isRedo ? 'nothingRedo' : 'nothing')
  const doneText = (changeset: number | null): string =>
    changeset === null ? nothing : t(isRedo ? 'redone' : 'done', { changeset })
  const undoing = useMutation({
    mutationFn: () => undoChangeSets(scenario, checked, conflicting ? take : undefined),
    onSuccess: async (undone) => {
      if (undone.conflict_count > 0) {
        setRefused(undone)
        return
      }
      const done = doneText(undone.changeset)
      const { left_out_record_count: left } = undone
      // The undo can be undone in turn.
      const redo = undone.changeset === null ? undefined : redoOf?.(undone.changeset)
      const plan = mayPlan && (await isPlanOutdated(client, scenario)) ? scenario : undefined
      const redoing = { onUndo: onRedo, action: isRedo ? 'undo' : 'redo', plan } as const
      if (left === 0) toastUndoable(done, redo, undefined, redoing)
      else toastUndoable(t('leftRecords', { count: left }), redo, done, redoing)
      onClose()
      onUndone?.(undone.changeset)
      await client.invalidateQueries({ queryKey: planAgeQuery(scenario).queryKey })
      await client.invalidateQueries({ queryKey: auditKey(scenario) })
      await client.invalidateQueries({ queryKey: ['history', scenario] })
    },
  })
  const proposing = useMutation({
    mutationFn: () =>
      openPropose({
        scenario,
        count: found?.edits,
        suggestedTitle:
          'criteria' in target
            ? t('titleSeveral')
            : t(isRedo ? 'titleRedo' : 'title', { changeset: target.changeset }),
        save: (texts) => proposeUndo(scenario, checked, texts),
        onSaved: (id) => {
          onClose()
          if (id !== null) toastProposal(scenario, id)
        },
      }),
  })
  const error = undoing.error ?? proposing.error ?? check.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        undoing.mutate()
      }}
    >
      <Stack gap="sm">
        {check.isPending ? <LoadingSkeleton rows={3} /> : null}
        {'changeset' in target ? <Decision scenario={scenario} changeset={target.changeset} /> : null}
        {found === undefined ? null : <Sets undo={found} />}
        {found === undefined ? null : <Actions undo={found} nothing={nothing} />}
        {found === undefined ? null : <LeftRecords undo={found} />}
        {found === undefined ? null : <UndoRecords scenario={scenario} undo={found} />}
        {found === undefined || !conflicting ? null : (
          <>
            <Alert color="orange" title={t('conflicts', { count: found.conflict_count })} role="alert">
              {t('conflictsHint')}
            </Alert>
            <UndoConflicts scenario={scenario} undo={found} />
            <Radio.Group
              label={t('take.label')}
              value={take}
              onChange={(value) => setTake(takes.find((one) => one === value) ?? 'present')}
            >
              <Stack gap={12} mt={8}>
                <Radio value="present" label={t('take.present')} />
                {isOverwritable ? <Radio value="proposed" label={t('take.proposed')} /> : null}
              </Stack>
            </Radio.Group>
          </>
        )}
        <ErrorAlert error={error} />
        <Text size="xs" className={styles.soft}>
          {t('hint')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {current.may(mayPropose) ? (
            <Button
              variant="default"
              loading={proposing.isPending}
              disabled={found === undefined || (found.edits === 0 && !conflicting)}
              onClick={() => proposing.mutate()}
            >
              {t('common:propose')}
            </Button>
          ) : null}
          <Button
            type="submit"
            data-autofocus
            loading={undoing.isPending}
            disabled={found === undefined || (found.edits === 0 && !conflicting)}
          >
            {t(isRedo ? 'redo' : 'undo')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What is undone, as its author would say it; nothing for users who may not view the audit. */
function Decision({ scenario, changeset }: { readonly scenario: string; readonly changeset: number }) {
  const { t } = useTranslation('grid')
  const formats = useFormats()
  const { titleOf } = useChangeSetTitles(scenario)
  const { data: set } = useQuery(changeSetStateQuery(scenario, changeset))
  if (set === undefined || set === null) return null
  const who = set.user === null ? t('record.nobody') : (set.user.username ?? t('record.gone'))
  return (
    <div>
      <Text fw={600}>{titleOf(set)}</Text>
      <Text size="xs" className={styles.soft}>
        {who} · {formats.moment(set.created)}
      </Text>
    </div>
  )
}

/** Number of change sets that are undone together, and the matching ones that cannot be undone. */
function Sets({ undo }: { readonly undo: Undo }) {
  const { t } = useTranslation('undo')
  const { sets, left_out: leftOut = [], left_out_count: count = 0 } = undo
  if (sets === undefined) return null
  const { shown, more } = firstOf(leftOut, count)
  return (
    <>
      <Text size="sm">{t('sets', { count: sets })}</Text>
      {count === 0 ? null : (
        <Alert color="orange" title={t('leftOut', { count })}>
          <ul className={styles.actions}>
            {shown.map(({ changeset, obstacle }) => (
              <li key={changeset}>
                #{changeset}: {t(`obstacle.${obstacle}`)}
              </li>
            ))}
            {more > 0 ? <li>{t('moreSets', { count: more })}</li> : null}
          </ul>
        </Alert>
      )}
    </>
  )
}

/** Number of records per action, by entity. */
function Actions({ undo, nothing }: { readonly undo: Undo; readonly nothing: string }) {
  const { t, i18n } = useTranslation('undo')
  const formats = useFormats()
  if (undo.actions.length === 0) return <Text size="sm">{nothing}</Text>
  return (
    <ul className={styles.actions}>
      {undo.actions.map(({ entity, label, kind, records }) => (
        <li key={`${entity} ${kind}`}>
          {t(`kind.${kind}`, { label: heading(label, i18n.language), number: formats.number(records) })}
        </li>
      ))}
    </ul>
  )
}
