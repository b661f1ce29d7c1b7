/**
 * Rights as a table of entities and actions, followed by tasks and other rights, with search and presets. Rights that
 * the current user does not have are disabled.
 */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rights } from '../../platform/api/access.ts'
import { useMenu } from '../../platform/api/menu.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { titleOf } from '../../platform/task-titles.ts'
import { actions, heldRights, type Shown, shownRights, withPreset, withRights } from './choose-rights.ts'
import styles from './users.module.css'

export interface RightsMatrixProps {
  readonly rights: Rights
  readonly chosen: ReadonlySet<string>
  readonly readOnly: boolean
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

export function RightsMatrix({ rights, chosen, readOnly, onChange }: RightsMatrixProps) {
  const { t } = useTranslation('users')
  const [words, setWords] = useState('')
  const [only, setOnly] = useState(false)
  const shown = shownRights(rights, words, only ? chosen : undefined)
  const fill = (name: string, permissions: readonly string[]): void => {
    const next = withPreset(chosen, permissions, heldRights(rights))
    if (chosen.size === 0) return onChange(next)
    void confirm({
      title: t('rights.replace', { name: presetName(name) }),
      children: t('rights.replaceHint', { count: chosen.size }),
      action: t('rights.replaceAction'),
      run: () => Promise.resolve(onChange(next)),
    })
  }
  const presetName = (name: string): string => t(`rights.preset.${name}`, { defaultValue: name })
  const choice = { chosen, readOnly, onChange }
  return (
    <div className={styles.stack}>
      <div className={styles.tools}>
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('rights.search')}
          placeholder={t('rights.search')}
          leftSection={<IconSearch size={14} />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('rights.only', { count: chosen.size })}
          checked={only}
          onChange={({ currentTarget }) => setOnly(currentTarget.checked)}
        />
        {readOnly ? null : (
          <span className={styles.presets}>
            <span className={styles.soft}>{t('rights.presets')}</span>
            {rights.presets.map(({ name, permissions }) => (
              <Button key={name} variant="default" size="compact-xs" onClick={() => fill(name, permissions)}>
                {presetName(name)}
              </Button>
            ))}
          </span>
        )}
      </div>
      {shown.entities.length + shown.tasks.length + shown.others.length === 0 ? (
        <p className={styles.soft}>{t('rights.nothing')}</p>
      ) : null}
      {shown.entities.length === 0 ? null : <EntityRights entities={shown.entities} {...choice} />}
      <RightsList title={t('rights.tasks')} rows={shown.tasks} {...choice} />
      <RightsList title={t('rights.others')} rows={shown.others} {...choice} />
    </div>
  )
}

type ChoiceProps = Omit<RightsMatrixProps, 'rights'>

/** Table of the rights on entities, by area of the menu. */
function EntityRights({ entities, ...choice }: ChoiceProps & { readonly entities: Shown['entities'] }) {
  const { t, i18n } = useTranslation('users')
  const menu = useMenu(useScenario(), i18n.language).data ?? []
  const place = (area: string): number => {
    const index = menu.findIndex(({ id }) => id === area)
    return index === -1 ? menu.length : index
  }
  const areas = [...new Set(entities.map(({ group }) => group))].sort((a, b) => place(a) - place(b))
  return (
    // Scrollable by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.matrixBox} tabIndex={0} role="region" aria-label={t('rights.data')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('rights.data')}</th>
            {actions.map((action) => (
              <th key={action} scope="col">
                <ActionHead action={action} entities={entities} {...choice} />
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area}>
            <tr>
              <th colSpan={5} scope="rowgroup" className={styles.area}>
                {menu.find(({ id }) => id === area)?.group ?? area}
              </th>
            </tr>
            {entities
              .filter(({ group }) => group === area)
              .map(({ entity, label, rights: cells }) => (
                <tr key={entity}>
                  <th scope="row">{label}</th>
                  {actions.map((action) => {
                    const cell = cells[action]
                    return (
                      <td key={action}>
                        {cell === undefined ? null : (
                          <Tick {...cell} label={`${label}: ${t(`rights.${action}`)}`} {...choice} />
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface ActionHeadProps extends ChoiceProps {
  readonly action: (typeof actions)[number]
  readonly entities: Shown['entities']
}

/** Selects a whole column of the displayed rights. */
function ActionHead({ action, entities, chosen, readOnly, onChange }: ActionHeadProps) {
  const { t } = useTranslation('users')
  const own = entities.flatMap(({ rights: cells }) => cells[action] ?? []).filter(({ held }) => held)
  const on = own.filter(({ right }) => chosen.has(right)).length
  return (
    <Checkbox
      size="xs"
      label={t(`rights.${action}`)}
      checked={own.length > 0 && on === own.length}
      indeterminate={on > 0 && on < own.length}
      disabled={readOnly || own.length === 0}
      onChange={() => onChange(withRights(chosen, own, on < own.length))}
    />
  )
}

interface TickProps extends ChoiceProps {
  readonly right: string
  /** Whether the current user has the right and may give it. */
  readonly held: boolean
  readonly label: string
}

function Tick({ right, held, label, chosen, readOnly, onChange }: TickProps) {
  const { t } = useTranslation('users')
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen.has(right)}
        disabled={readOnly || !held}
        title={held ? undefined : t('rights.notHeld')}
        onChange={({ currentTarget }) =>
          onChange(withRights(chosen, [{ right, held }], currentTarget.checked))
        }
      />
    </label>
  )
}

interface RightsListProps extends ChoiceProps {
  readonly title: string
  readonly rows: Shown['tasks'] | Shown['others']
}

function RightsList({ title, rows, chosen, readOnly, onChange }: RightsListProps) {
  if (rows.length === 0) return null
  return (
    <fieldset className={styles.list} disabled={readOnly}>
      <legend>{title}</legend>
      {rows.map(({ right, held, label }) => (
        <Checkbox
          key={right}
          size="xs"
          label={titleOf(label)}
          checked={chosen.has(right)}
          disabled={!held}
          onChange={({ currentTarget }) =>
            onChange(withRights(chosen, [{ right, held }], currentTarget.checked))
          }
        />
      ))}
    </fieldset>
  )
}
