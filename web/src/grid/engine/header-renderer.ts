/** Draws a column header: its label, its sort direction, and the button of its menu. */
import type { IHeaderComp, IHeaderParams } from 'ag-grid-community'
import type { CellContext } from './cell-renderer.ts'
import type { EngineColumn } from './engine-types.ts'

export interface HeaderDetails {
  readonly column: EngineColumn
}

type Params = IHeaderParams<unknown, CellContext> & HeaderDetails

export class HeaderRenderer implements IHeaderComp {
  private readonly box = document.createElement('div')

  init(params: Params): void {
    this.box.className = 'g-head'
    this.draw(params)
  }

  refresh(params: Params): boolean {
    this.draw(params)
    return true
  }

  getGui(): HTMLElement {
    return this.box
  }

  private draw({ column, context, eGridHeader }: Params): void {
    const { sorted } = column
    const direction = sorted === undefined ? 'none' : sorted.descending ? 'descending' : 'ascending'
    // The engine does not sort. It resets `aria-sort` whenever it draws a header; therefore the attribute is set
    // afterwards.
    if (column.sortable) setTimeout(() => eGridHeader.setAttribute('aria-sort', direction))
    eGridHeader.classList.toggle('g-right', column.alignRight)
    eGridHeader.classList.toggle('g-readonly', column.readonly)
    eGridHeader.title = column.shut ?? column.help ?? ''
    this.box.replaceChildren(
      ...(column.check === true ? checkAll(column, context) : headContent(column, context)),
    )
  }
}

function checkAll({ shut }: EngineColumn, { host }: CellContext): readonly Node[] {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.className = 'g-check g-check-all'
  box.tabIndex = -1
  box.disabled = shut !== undefined
  box.setAttribute('aria-label', host.words.checkAll)
  box.addEventListener('click', () => host.checkAll(box.checked))
  return [box]
}

function headContent(column: EngineColumn, { host }: CellContext): readonly Node[] {
  const label = document.createElement('span')
  label.className = 'g-head-label'
  label.textContent = column.label
  label.addEventListener('click', (event) => {
    if (column.sortable) host.sort(column.id, event.shiftKey)
  })
  const arrow = document.createElement('span')
  arrow.className = 'g-head-sort'
  arrow.setAttribute('aria-hidden', 'true')
  if (column.sorted !== undefined) {
    arrow.textContent = `${column.sorted.descending ? '↓' : '↑'}${column.sorted.place ?? ''}`
  }
  const menu = document.createElement('button')
  menu.type = 'button'
  menu.className = 'g-head-menu'
  menu.tabIndex = -1
  menu.setAttribute('aria-label', host.words.columnMenu(column.label))
  menu.textContent = '⋮'
  menu.addEventListener('click', (event) => {
    event.stopPropagation()
    host.openMenu(column.id, menu)
  })
  return column.alignRight ? [menu, arrow, label] : [label, arrow, menu]
}
