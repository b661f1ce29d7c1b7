/** Shows the values of both users if another user has changed the record, and asks which values to keep. */
import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { conflictWords } from '../stage/conflict-words.ts'
import type { Conflict } from '../stage/save.ts'

interface RecordConflictProps {
  readonly meta: EntityMeta
  readonly conflict: Conflict
  /** Called with whose values stay. */
  readonly onResolve: (choice: 'yours' | 'theirs') => void
}

export function RecordConflict({ meta, conflict, onResolve }: RecordConflictProps) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  return (
    <Alert color="orange" title={t('conflict.title', { count: 1 })} role="alert">
      {conflict.deleted ? (
        <p>{t('conflict.deleted')}</p>
      ) : (
        <ul>
          {Object.entries(conflict.fields).map(([name, both]) => {
            const words = conflictWords(meta, name, both, formats, t('conflict.nothing'))
            return (
              <li key={name}>
                <b>{words.label}</b>: {t('conflict.yours')} {words.yours} · {t('conflict.theirs')}{' '}
                {words.theirs}
              </li>
            )
          })}
        </ul>
      )}
      <Group gap="xs" mt="xs">
        {conflict.deleted ? null : (
          <Button size="compact-sm" onClick={() => onResolve('yours')}>
            {t('conflict.all.yours')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onResolve('theirs')}>
          {t('conflict.all.theirs')}
        </Button>
      </Group>
    </Alert>
  )
}
