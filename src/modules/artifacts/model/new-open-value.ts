/** A value that a user types into an open list; the change makes it available to others. */
export interface NewOpenValue {
  readonly id: number
  readonly fieldId: number
  readonly label: string
}
