/**
 * Draws one cell into the element of the engine. It uses no framework, because thousands of cells are drawn while
 * scrolling.
 */
import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { CellView, EngineHost } from './engine-types.ts'

export interface CellContext {
  readonly host: EngineHost
  inRange(row: number, column: string): boolean
  /** Whether it is the last cell of the range, which has the fill handle. */
  isCorner(row: number, column: string): boolean
}

const toggles = (view: CellView): readonly (readonly [string, boolean])[] => [
  ['g-dirty', view.dirty],
  ['g-bad', view.fault !== undefined],
  ['g-fresh', view.fresh],
  ['g-selected', view.selected],
  ['g-readonly', view.readonly],
  ['g-right', view.alignRight],
]

export class CellRenderer implements ICellRendererComp {
  private readonly box = document.createElement('span')
  private drawn = ''

  init(params: ICellRendererParams<unknown, unknown, CellContext>): void {
    this.box.className = 'g-value'
    this.draw(params)
  }

  refresh(params: ICellRendererParams<unknown, unknown, CellContext>): boolean {
    this.draw(params)
    return true
  }

  getGui(): HTMLElement {
    return this.box
  }

  private draw({
    node,
    data,
    column,
    eGridCell,
    context,
  }: ICellRendererParams<unknown, unknown, CellContext>): void {
    const row = node.rowIndex ?? 0
    const id = column?.getColId() ?? ''
    if (node.rowPinned === 'bottom') {
      drawTotal(this.box, eGridCell, Object(data)[id])
      return
    }
    const view = context.host.view(row, id)
    for (const [name, on] of toggles(view)) eGridCell.classList.toggle(name, on)
    eGridCell.classList.toggle('g-range', context.inRange(row, id))
    eGridCell.classList.toggle('g-corner', context.isCorner(row, id))
    attribute(eGridCell, 'data-mark', view.mark?.tone)
    attribute(eGridCell, 'aria-readonly', view.readonly ? 'true' : undefined)
    attribute(eGridCell, 'aria-invalid', view.fault === undefined ? undefined : 'true')
    attribute(eGridCell, 'title', view.fault ?? view.mark?.words ?? view.title)
    attribute(eGridCell, 'aria-description', view.fault ?? view.mark?.words)
    const drawn = this.box.firstChild
    // The box that was clicked keeps the focus.
    if (view.kind === 'check' && drawn instanceof HTMLInputElement) {
      showCheck(drawn, view)
      return
    }
    const key = `${view.kind}|${view.text}|${view.href}|${view.tone}|${view.checked}|${view.mark?.sign}`
    if (key === this.drawn) return
    this.drawn = key
    this.box.replaceChildren(...markSign(view), ...content(view))
  }
}

/** Draws the total below a column: its symbol, for a sum for example, and the value. */
function drawTotal(
  box: HTMLElement,
  cell: HTMLElement,
  total: { readonly text: string; readonly sign: string; readonly title: string } | undefined,
): void {
  cell.classList.toggle('g-right', total !== undefined && total.sign !== '')
  attribute(cell, 'title', total?.title)
  attribute(cell, 'aria-description', total?.title)
  const sign = withClass('span', 'g-total-sign')
  sign.textContent = total?.sign ?? ''
  box.replaceChildren(...(total === undefined ? [] : total.sign === '' ? [total.text] : [sign, total.text]))
}

/** Returns the symbol of a mark. A badge shows it instead of its own symbol: both would not fit beside its text. */
function markSign({ kind, mark }: CellView): readonly Node[] {
  if (mark === undefined || mark.sign === '' || kind === 'badge') return []
  const sign = withClass('span', 'g-mark')
  sign.setAttribute('aria-hidden', 'true')
  sign.textContent = mark.sign
  return [sign]
}

function attribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function content(view: CellView): readonly (Node | string)[] {
  switch (view.kind) {
    case 'waiting':
      return [withClass('span', 'g-waiting')]
    case 'link': {
      const link = document.createElement('a')
      link.className = 'g-link'
      link.href = view.href ?? ''
      // The cell has the keyboard focus; Ctrl+Enter in the cell opens the link.
      link.tabIndex = -1
      link.textContent = view.text
      return [link]
    }
    case 'reference': {
      const open = document.createElement('a')
      open.className = 'g-open'
      open.href = view.href ?? ''
      open.tabIndex = -1
      open.setAttribute('aria-hidden', 'true')
      open.textContent = '↗'
      const name = withClass('span', 'g-name')
      name.textContent = view.text
      return [name, open]
    }
    case 'badge': {
      const badge = withClass('span', `g-badge g-${view.tone ?? 'soft'}`)
      const sign = withClass('span', 'g-sign')
      sign.setAttribute('aria-hidden', 'true')
      sign.textContent = (view.mark?.sign || view.sign) ?? ''
      badge.append(sign, view.text)
      return [badge]
    }
    case 'tick': {
      const tick = withClass('span', `g-tick ${view.checked === true ? 'g-yes' : 'g-no'}`)
      tick.setAttribute('role', 'img')
      tick.setAttribute('aria-label', view.text)
      tick.textContent = view.checked === true ? '✓' : '–'
      return [tick]
    }
    case 'check': {
      const box = document.createElement('input')
      box.type = 'checkbox'
      box.className = 'g-check'
      box.tabIndex = -1
      showCheck(box, view)
      return [box]
    }
    default:
      return [view.text]
  }
}

function showCheck(box: HTMLInputElement, { checked, text }: CellView): void {
  box.checked = checked === true
  box.setAttribute('aria-label', text)
}

function withClass(tag: string, name: string): HTMLElement {
  const element = document.createElement(tag)
  element.className = name
  return element
}
