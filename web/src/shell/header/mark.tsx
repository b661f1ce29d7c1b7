/** Logo of the product: three orders on a time axis. */

export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b5563" />
      <rect x="6" y="7.5" width="11" height="4.4" rx="1.4" fill="#fff" />
      <rect x="11" y="13.8" width="13" height="4.4" rx="1.4" fill="#8fd3d0" />
      <rect x="16" y="20.1" width="10" height="4.4" rx="1.4" fill="#f2b84b" />
    </svg>
  )
}
