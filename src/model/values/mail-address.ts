/** Validates mail addresses. */
const longestAddress = 254
const longestLocalPart = 64

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Includes internationalized domain names, which are converted before delivery (IDNA). */
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Returns whether the text is exactly one address, such as `ann@example.com`. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at))
  return (
    text.length <= longestAddress &&
    local.length <= longestLocalPart &&
    localPart.test(local) &&
    domain.test(text.slice(at + 1))
  )
}
