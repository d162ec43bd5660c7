/** The name of a statement in a trace. */
export interface StatementName {
  readonly operation: string
  readonly collection: string | undefined
}

/** The first word of a statement and the first table that it names: no value of the statement. */
export const statementName = (text: string): StatementName => {
  const bare = text.replaceAll(/'[^']*'/g, "''")
  return {
    operation: /^[\s(]*([a-z]{1,20})/i.exec(bare)?.[1]?.toLowerCase() ?? 'statement',
    collection: /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w{0,62})/i.exec(bare)?.[1],
  }
}
