import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createPageValue } from '../design/page-value.ts'

/** Somebody else at an artifact. */
export interface PresentPerson {
  readonly id: number
  readonly username: string
  /** "Real name (login)", unless the reader wants another form. */
  readonly display_name: string
  readonly state: 'reading' | 'editing'
  readonly field_id: number | null
}

export const shortNameOf = ({ display_name: name, username }: PresentPerson): string =>
  name.endsWith(` (${username})`) ? name.slice(0, -username.length - 3).trim() || username : name

/** The artifact and the field that the reader edits in this tab; `fieldId` null: a comment. */
interface Edited {
  readonly artifactId: number
  readonly fieldId: number | null
}
export const edited = createPageValue<readonly Edited[]>([])

/** Others are told that the reader edits the field as long as `isOn`. */
export const useEditingTold = (artifactId: number, fieldId: number | null, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined
    const mine = { artifactId, fieldId }
    edited.set([...edited.get(), mine])
    return () => edited.set(edited.get().filter(each => each !== mine))
  }, [artifactId, fieldId, isOn])
}

export const presenceKey = (artifactId: number) => ['presence', artifactId] as const

const nobody: readonly PresentPerson[] = []

/** The people at the artifact, as the stream told last. */
export const usePeopleAt = (artifactId: number, accountId: number | undefined): readonly PresentPerson[] => {
  const people = useQuery<readonly PresentPerson[]>({
    queryKey: presenceKey(artifactId),
    queryFn: () => nobody,
    enabled: false,
  }).data
  return (people ?? nobody).filter(({ id }) => id !== accountId)
}
