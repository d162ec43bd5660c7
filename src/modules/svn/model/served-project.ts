/** A project whose repositories Apache serves under its short name. */
export interface ServedProject {
  readonly id: number
  readonly shortName: string
}
