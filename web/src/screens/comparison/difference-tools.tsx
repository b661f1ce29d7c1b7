/** Filters the different records by entity and by the scenario of the change, and downloads them. */
import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { type DifferenceFilter, differenceFile } from '../../platform/api/differences.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './comparison.module.css'

interface DifferenceToolsProps {
  readonly other: string
  readonly label: string
  readonly filter: DifferenceFilter
  readonly entities: readonly { readonly entity: string; readonly label: string; readonly records: number }[]
  /** Whether the scenario of each change is known. */
  readonly known: boolean
  readonly onFilter: (filter: DifferenceFilter) => void
}

const sides = ['a', 'b', 'conflict'] as const

export function DifferenceTools({ other, label, filter, entities, known, onFilter }: DifferenceToolsProps) {
  const { t, i18n } = useTranslation('comparison')
  const formats = useFormats()
  const scenario = useScenario()
  const change = (changed: Partial<Record<keyof DifferenceFilter, string | null>>): void => {
    const next = { ...filter, ...changed }
    const side = sides.find((one) => one === next.changed)
    onFilter({
      ...(next.entity ? { entity: next.entity } : {}),
      ...(side === undefined ? {} : { changed: side }),
    })
  }
  return (
    <div className={styles.tools}>
      <Select
        label={t('records.entity')}
        placeholder={t('records.all')}
        clearable
        data={entities.map((one) => ({
          value: one.entity,
          label: `${heading(one.label, i18n.language)} (${formats.number(one.records)})`,
        }))}
        value={filter.entity ?? null}
        onChange={(entity) => change({ entity })}
      />
      {!known ? null : (
        <Select
          label={t('records.changedIn')}
          placeholder={t('records.all')}
          clearable
          data={[
            { value: 'a', label: scenario.label },
            { value: 'b', label },
            { value: 'conflict', label: t('records.conflicts') },
          ]}
          value={filter.changed ?? null}
          onChange={(changed) => change({ changed })}
        />
      )}
      <Button
        component="a"
        variant="default"
        leftSection={<IconDownload size={14} />}
        href={addressOfPath(differenceFile(scenario.name, other, filter))}
      >
        {t('records.download')}
      </Button>
    </div>
  )
}
