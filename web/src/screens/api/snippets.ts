/** Code snippets for a GET request: as a command and in two languages. The key is read from the environment. */

export const snippetLanguages = ['curl', 'JavaScript', 'Python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

const keyName = 'PLANCTL_API_KEY'

/** @param url complete address, percent-encoded */
export function snippetOf(language: SnippetLanguage, url: string): string {
  if (language === 'curl') {
    // Encoded addresses contain no quotation marks except this one.
    return `curl -H "Authorization: Bearer $${keyName}" '${url.replaceAll("'", '%27')}'`
  }
  const address = JSON.stringify(url)
  if (language === 'JavaScript') {
    return [
      `const response = await fetch(${address}, {`,
      `  headers: { authorization: \`Bearer \${process.env.${keyName}}\` },`,
      '})',
      'if (!response.ok) throw new Error(await response.text())',
      'const records = await response.json()',
    ].join('\n')
  }
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${address},`,
    `    headers={"Authorization": f"Bearer {os.environ['${keyName}']}"},`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    records = json.load(response)',
  ].join('\n')
}
