/** The different values of a record in both scenarios, with the value of their ancestor if both changed it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DifferentRecord } from '../../platform/api/differences.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { metaQuery } from '../../platform/meta/entity-meta.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import type { ComparedPlaces } from './change-tiles.tsx'
import styles from './comparison.module.css'

interface DifferentValuesProps {
  readonly record: DifferentRecord
  readonly places: ComparedPlaces
}

export function DifferentValues({ record, places }: DifferentValuesProps) {
  const { t, i18n } = useTranslation('comparison')
  const scenario = useScenario()
  const { entity, key_a, key_b, fields, conflict } = record
  const show = useShownValue(useQuery(metaQuery(scenario.name, entity, i18n.language)).data)
  // Where one scenario has deleted what the other has changed, only the changes are of interest.
  const isDeleted = conflict === true && (key_a === null || key_b === null)
  const shownFields = Object.entries(fields).filter(
    ([, { base, a, b }]) => !isDeleted || !isSame(base, key_a === null ? b : a),
  )
  return (
    <div>
      {key_a === null || key_b === null ? (
        <div className={styles.soft}>{t(key_a === null ? 'change.gone' : 'change.new', { ...places })}</div>
      ) : null}
      <dl className={styles.values}>
        {shownFields.map(([name, { base, a, b }]) => (
          <div key={name}>
            <dt>{show.label(name)}</dt>
            <dd>
              {key_b === null ? null : (
                <>
                  <span title={places.there}>{show.value(name, b)}</span>
                  {key_a === null ? null : ' → '}
                </>
              )}
              {key_a === null ? null : <b title={places.here}>{show.value(name, a)}</b>}
              {conflict === true && base !== undefined ? (
                <span className={styles.soft}> {t('records.before', { value: show.value(name, base) })}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
