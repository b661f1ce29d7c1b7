/** A text as a QR code, for the camera of a phone. The generator is loaded with the first code. */
import { useEffect, useState } from 'react'

export interface QrCodeProps {
  readonly text: string
  /** Accessible name. */
  readonly label: string
  /** Width and height in pixels. */
  readonly size?: number
}

/** Width of the quiet zone around the code, in cells; cameras need it to detect the code. */
const border = 4

export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const [cells, setCells] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    let current = true
    const draw = async (): Promise<void> => {
      const { encode } = await import('uqr')
      const { data } = encode(text, { ecc: 'M', border })
      if (current) setCells(data)
    }
    void draw()
    return () => {
      current = false
    }
  }, [text])
  const width = cells.length
  const path = cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      aria-busy={width === 0 || undefined}
      width={size}
      height={size}
      viewBox={`0 0 ${Math.max(width, 1)} ${Math.max(width, 1)}`}
      shapeRendering="crispEdges"
    >
      {/* Dark on light in every theme, because many apps cannot read the inverse. */}
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
