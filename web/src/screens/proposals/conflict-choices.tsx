/** Conflicts of a proposal with a choice for each: base value, current value or proposed value. */
import { Button, Group, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type CheckedProposal,
  type ProposalConflict,
  proposalsKey,
  resolveProposal,
  unappliedId,
  type Take,
} from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { hideToast, toastDone, toastError } from '../../ui/toasts.ts'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import styles from './proposals.module.css'
import { focusTitleIfLost } from '../../ui/is-focus-lost.ts'
import { conflictsId } from './review-focus.ts'
import { byField, type Decisions, goneCount, nameOf, type Undecided } from './use-decisions.ts'

interface ConflictChoicesProps {
  readonly proposal: CheckedProposal
  readonly decisions: Decisions
}

export function ConflictChoices({ proposal, decisions }: ConflictChoicesProps) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const client = useQueryClient()
  const { open, chosen, choose, choices } = decisions
  const mayResolve = proposal.allowed.includes('resolve')
  const leftOut = goneCount(proposal.conflicts)
  const takeAll = (take: Take): void =>
    choose(new Map(open.map(({ name, takes }) => [name, takes.includes(take) ? take : 'present'])))
  const resolving = useMutation({
    mutationFn: () => resolveProposal(scenario.name, proposal.id, choices),
    onSuccess: async () => {
      hideToast(unappliedId(scenario.name, proposal.id))
      toastDone({ message: t('resolved') })
      await client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
      focusTitleIfLost()
    },
    onError: (error) => toastError(error),
  })
  return (
    <>
      <ul id={conflictsId} className={styles.edits}>
        {proposal.conflicts.map((conflict) => (
          <ConflictItem
            key={`${conflict.entity} ${conflict.key ?? ''} ${conflict.problem} ${conflict.edit ?? ''}`}
            conflict={conflict}
            open={open}
            chosen={chosen}
            disabled={!mayResolve}
            onChoose={(name, take) => choose(new Map(chosen).set(name, take))}
          />
        ))}
      </ul>
      {proposal.conflict_count > proposal.conflicts.length ? (
        <p className={styles.soft}>
          {t('moreConflicts', { count: proposal.conflict_count - proposal.conflicts.length })}
        </p>
      ) : null}
      {leftOut === 0 ? null : <p className={styles.soft}>{t('leftOut', { count: leftOut })}</p>}
      {mayResolve ? (
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={() => takeAll('present')}>
            {t('take.allPresent')}
          </Button>
          <Button size="xs" variant="default" onClick={() => takeAll('proposed')}>
            {t('take.allProposed')}
          </Button>
          <Button
            size="xs"
            disabled={choices.length === 0}
            loading={resolving.isPending}
            onClick={() => resolving.mutate()}
          >
            {t('take.save')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

interface ConflictItemProps {
  readonly conflict: ProposalConflict
  readonly open: readonly Undecided[]
  readonly chosen: ReadonlyMap<string, Take>
  readonly disabled: boolean
  readonly onChoose: (name: string, take: Take) => void
}

function ConflictItem({ conflict, open, chosen, disabled, onChoose }: ConflictItemProps) {
  const { t, i18n } = useTranslation('proposals')
  const scenario = useScenario()
  const { entity, key, title, label, problem, fields, records } = conflict
  const meta = useQuery(metaQuery(scenario.name, entity, i18n.language)).data
  const show = useShownValue(meta)
  const choice = (name: string, about: string) => {
    const found = open.find((one) => one.name === name)
    if (found === undefined) return null
    return (
      <Select
        size="xs"
        aria-label={about}
        placeholder={t('take.choose')}
        data={found.takes.map((value) => ({ value, label: t(`take.${value}`) }))}
        value={chosen.get(name) ?? null}
        disabled={disabled}
        allowDeselect={false}
        onChange={(take) => {
          const wanted = found.takes.find((one) => one === take)
          if (wanted !== undefined) onChoose(name, wanted)
        }}
      />
    )
  }
  const others = records.map((record) => `${heading(record.label, i18n.language)} ${record.title}`).join(', ')
  const whole = !byField(conflict)
  const isDeletion = whole && problem === 'changed'
  return (
    <li className={styles.edit}>
      <div className={styles.conflict}>
        <span>
          <span className={styles.soft}>{heading(label, i18n.language)}</span> <b>{title}</b>{' '}
          {whole ? (
            <span>
              {t(`problem.${problem}`)}
              {others === '' ? null : `: ${others}`}
            </span>
          ) : null}
        </span>
        {whole ? choice(nameOf(entity, key ?? ''), t('take.of', { name: title })) : null}
      </div>
      {Object.entries(fields).map(([name, { base, present, proposed }]) => (
        <div key={name} className={styles.conflict}>
          <dl className={styles.triple}>
            <div>
              <dt>{show.label(name)}</dt>
            </div>
            <div>
              <dt>{t('take.base')}</dt>
              <dd>{show.value(name, base)}</dd>
            </div>
            <div>
              <dt>{t('take.present')}</dt>
              <dd>
                <del>{show.value(name, present)}</del>
              </dd>
            </div>
            <div>
              <dt>{t('take.proposed')}</dt>
              <dd>
                <ins>{isDeletion ? t('action.delete') : show.value(name, proposed)}</ins>
              </dd>
            </div>
          </dl>
          {whole ? null : choice(nameOf(entity, key ?? '', name), t('take.of', { name: show.label(name) }))}
        </div>
      ))}
    </li>
  )
}
