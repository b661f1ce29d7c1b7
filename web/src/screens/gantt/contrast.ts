/** Contrast ratio of two colors as defined by WCAG 2.2, from 1 to 21. Colors are written as `#rrggbb` or `#rgb`. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/gi, '$&$&') : color
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
