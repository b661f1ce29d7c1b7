/** Transfers between locations that reduce a shortage or an excess; the chosen one is tried in the plan. */
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { transferEdit, transfersQuery } from '../../platform/api/transfers.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ProposedChange } from './proposed-change.tsx'
import styles from './exceptions.module.css'

interface TransfersProps {
  readonly exception: PlanException
  readonly onAccepted: () => void
}

export function Transfers({ exception, onAccepted }: TransfersProps) {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const scenario = useScenario()
  const isShortage = exception.kind === 'shortage'
  const found = useQuery(transfersQuery(scenario.name, exception))
  const [place, setPlace] = useState('0')
  return (
    <Panel title={t('transfer.title')}>
      <QueryView query={found} inline rows={2}>
        {(transfers) => {
          const chosen = transfers[Number(place)] ?? transfers[0]
          if (chosen === undefined)
            return (
              <p className={styles.soft}>{t(isShortage ? 'transfer.noExcess' : 'transfer.noShortage')}</p>
            )
          const { origin, destination, quantity, enddate } = chosen
          return (
            <>
              {transfers.length === 1 ? null : (
                <SegmentedControl
                  size="xs"
                  aria-label={t('transfer.title')}
                  value={place}
                  onChange={setPlace}
                  data={transfers.map((one, index) => ({
                    value: String(index),
                    label: isShortage ? one.origin : one.destination,
                  }))}
                />
              )}
              <ProposedChange
                key={`${origin} ${destination}`}
                edit={transferEdit(chosen)}
                onAccepted={onAccepted}
              >
                {t('proposal.transfer', {
                  quantity: formats.number(quantity),
                  origin,
                  destination,
                  date: formats.dateTime(enddate),
                })}
              </ProposedChange>
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
