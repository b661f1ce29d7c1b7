/** Buttons above a tree that open and close all its rows, and what else belongs there. */
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tree } from './use-tree.ts'
import styles from './trees.module.css'

interface TreeToolsProps {
  readonly tree: Pick<Tree<unknown>, 'openTo' | 'deepest'>
  readonly children: ReactNode
}

export function TreeTools({ tree, children }: TreeToolsProps) {
  const { t } = useTranslation('trees')
  return (
    <Group gap="xs" className={styles.tools}>
      <Button size="xs" variant="default" onClick={() => tree.openTo(tree.deepest + 1)}>
        {t('openAll')}
      </Button>
      <Button size="xs" variant="default" onClick={() => tree.openTo(1)}>
        {t('closeAll')}
      </Button>
      {children}
    </Group>
  )
}
