/** A category of the platform: a root or a value (projects.md §3.5). */
export interface Category {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly maxValues: number
  readonly isMandatory: boolean
}

export interface CategoryChoice {
  readonly categoryId: number
  readonly valueId: number
}

/** The first fault of the categories chosen for a new project; undefined if there is none. */
export const categoriesFault = (
  categories: readonly Category[],
  choices: readonly CategoryChoice[],
): string | undefined => {
  const byId = new Map(categories.map(category => [category.id, category]))
  const valuesOf = new Map<number, Set<number>>()
  for (const { categoryId, valueId } of choices) {
    const root = byId.get(categoryId)
    if (!root || root.parentId !== null) return `Category ${categoryId} is not a root category`
    if (!descendsFrom(byId, valueId, categoryId))
      return `Value ${valueId} is not a value of the category "${root.name}" (${categoryId})`
    const values = valuesOf.get(categoryId) ?? new Set()
    // The maximum counts all entries of a root together.
    if (values.add(valueId).size > root.maxValues)
      return `The category "${root.name}" (${categoryId}) takes at most ${root.maxValues} values`
    valuesOf.set(categoryId, values)
  }
  const parents = new Set(categories.map(category => category.parentId))
  const missing = categories.filter(
    category =>
      category.parentId === null && category.isMandatory && parents.has(category.id) && !valuesOf.has(category.id),
  )
  if (missing.length === 0) return undefined
  return `A project needs a value of each mandatory category: ${missing.map(({ name, id }) => `"${name}" (${id})`).join(', ')}`
}

/** A category does not descend from itself. */
const descendsFrom = (byId: ReadonlyMap<number, Category>, id: number, rootId: number): boolean => {
  const seen = new Set<number>()
  let parentId = byId.get(id)?.parentId ?? null
  while (parentId !== null && !seen.has(parentId)) {
    if (parentId === rootId) return true
    seen.add(parentId)
    parentId = byId.get(parentId)?.parentId ?? null
  }
  return false
}
