/** Says which orders become approved when moves are accepted. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approvedWithQuery } from '../../platform/api/order-families.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { Move } from './moves.ts'
import styles from './tray.module.css'

export function ApprovalNote({ moves }: { readonly moves: readonly Move[] }) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  // New orders are not stored yet.
  const references = moves.flatMap(({ reference, production }) => (production === undefined ? reference : []))
  const { data: others = [] } = useQuery({
    ...approvedWithQuery(scenario.name, references),
    enabled: references.length > 0,
  })
  return (
    <div className={styles.note}>
      {t('board.approves')}
      {others.length === 0 ? null : (
        <>
          {' '}
          {t('board.approvesWith')}
          <ul>
            {others.map(({ reference, operation, item, startdate }) => (
              <li key={reference}>
                <ScreenLink to={recordHref(scenario.name, 'input.operationplan', reference)}>
                  {reference}
                </ScreenLink>
                {[operation ?? item, startdate === null ? null : formats.dateTime(startdate)].map((part) =>
                  part === null ? '' : ` · ${part}`,
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
