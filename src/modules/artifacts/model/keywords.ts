/** Whether this word, in lower case, begins a reference to an artifact: `art`, or the item name of a tracker. */
export type IsKeyword = (word: string) => boolean
