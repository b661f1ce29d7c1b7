/** Starts the checked import, or proposes its changes; deleting all other records must be confirmed by typing. */
import { Button, Group } from '@mantine/core'
import { IconFileImport, IconGitPullRequest } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportOutcome } from '../../platform/api/import.ts'
import { mayPropose } from '../../platform/api/proposals.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { isTyped, TypedWord } from '../../ui/typed-word.tsx'
import styles from './import.module.css'

export type ImportKind = 'check' | 'import' | 'propose'

interface StartImportProps {
  readonly meta: EntityMeta
  /** Result of the dry run. */
  readonly outcome: ImportOutcome
  /** Whether all other records are deleted. */
  readonly purge: boolean
  readonly loading: boolean
  readonly onStart: (kind: ImportKind) => void
}

export function StartImport({ meta, outcome, purge, loading, onStart }: StartImportProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const [typed, setTyped] = useState('')
  const rows = outcome.created + outcome.updated + outcome.unchanged
  const confirmed = !purge || isTyped(typed, meta.model)
  return (
    <>
      {purge ? (
        <TypedWord
          word={meta.model}
          label={t('purge.type', { word: meta.model })}
          value={typed}
          onChange={setTyped}
        />
      ) : null}
      <Group>
        <Button
          leftSection={<IconFileImport size={16} />}
          {...(purge ? { color: 'red' } : {})}
          loading={loading}
          disabled={rows === 0 || !confirmed}
          onClick={() => onStart('import')}
        >
          {t('import', { count: rows })}
        </Button>
        {scenario.may(mayPropose) && !purge ? (
          <Button
            variant="default"
            leftSection={<IconGitPullRequest size={16} />}
            loading={loading}
            disabled={rows === 0}
            onClick={() => onStart('propose')}
          >
            {t('common:propose')}
          </Button>
        ) : null}
        {outcome.rejected > 0 ? (
          <span className={styles.soft}>{t('leavesOut', { count: outcome.rejected })}</span>
        ) : null}
      </Group>
    </>
  )
}
