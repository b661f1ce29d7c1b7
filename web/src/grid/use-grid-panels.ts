/** Stores which menu, dialog and panel of a grid are open. */
import { useState } from 'react'

/** Field and value that an action on statuses sets on many records. */
export interface BulkPreset {
  readonly field: string
  readonly value: string | number | boolean
}

export type GridDialog =
  | { readonly kind: 'bulk'; readonly preset?: BulkPreset }
  | { readonly kind: 'columns' | 'delete' | 'rules' }

/** A cell and the point of the screen at which its menu opens. */
export interface CellPoint {
  readonly row: number
  readonly column: string
  readonly x: number
  readonly y: number
}

export interface ColumnAnchor {
  readonly column: string
  readonly anchor: HTMLElement
}

export interface GridPanelsState {
  readonly dialog: GridDialog | undefined
  readonly setDialog: (dialog: GridDialog | undefined) => void
  readonly columnMenu: ColumnAnchor | undefined
  readonly setColumnMenu: (menu: ColumnAnchor | undefined) => void
  readonly cellMenu: CellPoint | undefined
  readonly setCellMenu: (menu: CellPoint | undefined) => void
  /** Field of the filter condition that is being added. */
  readonly addedField: string | undefined
  readonly setAddedField: (field: string | undefined) => void
  /** Whether the field for a row number is open. */
  readonly jumping: boolean
  readonly setJumping: (jumping: boolean) => void
  /** Whether the panel with all fields of the current record is open. */
  readonly detail: boolean
  readonly setDetail: (detail: boolean) => void
}

export function useGridPanels(): GridPanelsState {
  const [dialog, setDialog] = useState<GridDialog>()
  const [columnMenu, setColumnMenu] = useState<ColumnAnchor>()
  const [cellMenu, setCellMenu] = useState<CellPoint>()
  const [addedField, setAddedField] = useState<string>()
  const [jumping, setJumping] = useState(false)
  const [detail, setDetail] = useState(false)
  return {
    dialog,
    setDialog,
    columnMenu,
    setColumnMenu,
    cellMenu,
    setCellMenu,
    addedField,
    setAddedField,
    jumping,
    setJumping,
    detail,
    setDetail,
  }
}
