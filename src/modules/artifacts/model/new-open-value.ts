/** A value typed into an open list that becomes an available value with the change. */
export interface NewOpenValue {
  readonly id: number
  readonly fieldId: number
  readonly label: string
}
