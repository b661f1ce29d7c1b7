/** Short name of a browser or program: "Firefox · Windows". */

const programs = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

export function browserName(agent: string): string {
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([sign]) => agent.includes(sign))?.[1]
  const program = find(programs) ?? agent.split(/[/ ]/)[0]
  return [program, find(systems)].filter((part) => part !== undefined && part !== '').join(' · ')
}
