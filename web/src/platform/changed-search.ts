/** Returns search parameters with changes; parameters that are undefined or empty are left out of the address. */
export const changedSearch = <Search extends object>(
  search: Search,
  changes: { readonly [Name in keyof Search]?: Search[Name] | undefined },
) =>
  Object.fromEntries(
    Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
  )
