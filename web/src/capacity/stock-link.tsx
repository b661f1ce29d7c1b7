/** Link to the safety stock screen: of all buffers, of an item or item group, or of one buffer. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconShieldHalf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../platform/api/paths.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ScreenLink } from '../ui/screen-link.tsx'

interface StockLinkProps extends Pick<ButtonProps, 'size'> {
  readonly item?: string | undefined
  readonly location?: string | undefined
}

export function StockLink({ item, location, ...sized }: StockLinkProps) {
  const { t } = useTranslation('common')
  const scenario = useScenario()
  return (
    <Button
      component={ScreenLink}
      to={withQuery(`/app/${encodeURIComponent(scenario.name)}/safetystock`, { item, location })}
      {...sized}
      variant="default"
      leftSection={<IconShieldHalf size={15} aria-hidden="true" />}
    >
      {t('safetyStock')}
    </Button>
  )
}
