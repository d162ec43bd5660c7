import { useLingui } from '@lingui/react/macro'

export interface Relation {
  readonly text: string
  readonly label: string
}

export interface Relations {
  /** Relations that need no values. */
  readonly plain: readonly Relation[]
  /** Relations with one artifact. */
  readonly withArtifact: (id: string) => readonly Relation[]
  /** The relation that a text says. */
  readonly find: (text: string) => Relation | undefined
}

/** Relations between artifacts: a chip says them in words, and the picker offers them. */
export const useRelations = (): Relations => {
  const { t } = useLingui()
  const plain = [
    { text: 'WITH CHILDREN', label: t`Has children` },
    { text: 'WITHOUT CHILDREN', label: t`Has no children` },
    { text: 'WITH PARENT', label: t`Has a parent` },
    { text: 'WITHOUT PARENT', label: t`Has no parent` },
  ]
  const withArtifact = (id: string) => [
    { text: `WITH PARENT ARTIFACT = ${id}`, label: t`Child of #${id}` },
    { text: `WITH CHILDREN ARTIFACT = ${id}`, label: t`Parent of #${id}` },
    { text: `IS LINKED TO ARTIFACT = ${id}`, label: t`Links to #${id}` },
    { text: `IS LINKED FROM ARTIFACT = ${id}`, label: t`Linked from #${id}` },
  ]
  const find = (text: string) => {
    const words = text.trim().replace(/\s+/g, ' ').toUpperCase()
    const id = / ARTIFACT = (\d+)$/.exec(words)?.[1]
    return (id === undefined ? plain : withArtifact(id)).find(relation => relation.text === words)
  }
  return { plain, withArtifact, find }
}

/** The artifact that somebody types: `12`, `#12` or `bug #12`. */
export const typedArtifact = (text: string): string | undefined => /^(?:[\w-]+ ?#|#)?(\d{1,9})$/.exec(text.trim())?.[1]
