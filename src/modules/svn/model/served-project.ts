/** A project whose repositories Apache serves, by its short name in their addresses. */
export interface ServedProject {
  readonly id: number
  readonly shortName: string
}
