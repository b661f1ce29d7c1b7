/** Determines the language of a user. */

export const languages: readonly string[] = [
  ['en', 'fr', 'de', 'he', 'hr', 'it', 'ja', 'nl'],
  ['pt', 'pt-br', 'ru', 'es', 'zh-hans', 'zh-hant', 'uk'],
].flat()

/** Language codes that browsers send for languages with another code here. */
const aliases: Readonly<Record<string, string>> = {
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-sg': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  iw: 'he',
}

/**
 * Returns the language of the user; for `auto` the most preferred supported language of the Accept-Language header,
 * otherwise the fallback.
 */
export function languageOf(stored: string, acceptLanguage: string | undefined, fallback: string): string {
  if (stored !== 'auto') return stored
  return (
    preferences(acceptLanguage ?? '')
      .map(known)
      .find((code) => code !== undefined) ?? fallback
  )
}

/**
 * Maximum number of languages of a header that are read, and maximum length of a language tag (RFC 5646); browsers
 * send fewer.
 */
const mostPreferences = 50
const longestTag = 35

/** Returns the codes of the header, the most preferred first. */
function preferences(header: string): readonly string[] {
  return header
    .split(',', mostPreferences)
    .map((part) => {
      const [code = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = params.find((param) => param.startsWith('q='))?.slice(2)
      return { code, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ code, weight }) => code !== '' && code.length <= longestTag && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code)
}

/**
 * Returns the supported code for a language tag: the tag itself, an alias, or the code of a shorter tag (`de-AT` is
 * `de`).
 */
function known(tag: string): string | undefined {
  const parts = tag.split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-')
    const code = Object.hasOwn(aliases, shorter) ? aliases[shorter]! : shorter
    if (languages.includes(code)) return code
  }
  return undefined
}
