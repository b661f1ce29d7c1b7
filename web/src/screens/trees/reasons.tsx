/** The reasons why a sales order is late or short, or a note that it is on time. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Constraint } from '../../platform/api/plan-trees.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import styles from './trees.module.css'

/** Returns whether a duration `[-][D ]HH:MM:SS` is positive. */
export const isDelay = (delay: string): boolean => !delay.startsWith('-') && !/^[0:. ]*$/.test(delay)

export function Reasons({
  reasons,
  late,
}: {
  readonly reasons: readonly Constraint[]
  readonly late: string | undefined
}) {
  const { t, i18n } = useTranslation('trees')
  const formats = useFormats()
  const wordOf = useChoiceWords('output.constraint', 'name')
  if (reasons.length === 0) {
    return late === undefined || !isDelay(late) ? (
      <Alert color="teal" className={styles.reasons} title={t('pegging.onTime')} />
    ) : null
  }
  return (
    <Alert
      color="orange"
      className={styles.reasons}
      title={late === undefined ? t('pegging.why') : t('pegging.late', { late: formats.delay(late) })}
    >
      <ul>
        {reasons.map(({ name, owner, description }) => (
          <li key={`${name} ${owner}`}>
            <strong>{wordOf(name)}</strong>: {i18n.language === 'en' ? description : owner}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
